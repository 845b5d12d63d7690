"""What screens show: the view model, and answers computed from it."""
