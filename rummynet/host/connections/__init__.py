"""One client connection: its messages read in a fair order, checked, limited and handed on."""
