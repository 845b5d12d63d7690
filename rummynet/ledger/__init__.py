"""What follows from the entries of a log alone: stage, position, what each seat owes, which heads may be aimed at."""
