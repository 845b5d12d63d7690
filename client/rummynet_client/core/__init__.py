"""The client without sockets, files, clocks and screens: messages go in; bytes, records to keep and news come out."""
