"""The view model that screens draw, and answers computed from it."""
