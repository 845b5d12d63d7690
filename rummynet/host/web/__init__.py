"""Pages for browsers, and the wire protocol over WebSockets (``host --web``)."""
