"""The client without sockets, files, clocks and screens: messages in; bytes to send, records to keep and news out."""
