"""The rules as a library: what ``import rummynet.rules`` offers. The modules below it are not imported directly."""
