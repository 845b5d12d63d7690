"""What a game is: options, positions, varieties, errors, and what each seat may see."""
