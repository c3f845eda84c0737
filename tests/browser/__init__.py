"""A real browser at a real server: pages, tables and boards as people meet them."""
