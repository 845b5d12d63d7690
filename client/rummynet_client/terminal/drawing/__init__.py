"""Lines of styled text and what is drawn with them: cards, colours, curves."""
