"""Vegas rummy: wild cards, money, and seats that sit out. ``game`` has its variety."""
