"""What keys and clicks do."""
