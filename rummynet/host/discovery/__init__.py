"""How players find the host: DNS-SD and invitations."""
