"""What a browser is given: pages, the built client, words."""
