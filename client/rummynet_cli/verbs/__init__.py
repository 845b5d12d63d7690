"""The verbs: a module for each, named like it, with ``run(args)`` that answers with the exit status."""
