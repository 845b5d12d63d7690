"""What the player is doing, as values: cursor and picks, menus, offers. Nothing here knows keys or colours."""
