"""What a browser is given: pages, the built client in `dist/`, and the contents of a game's box. No sockets."""
