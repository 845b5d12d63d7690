"""``rummynet demo``: a whole game between bots, hosted, shown, played and checked."""
