"""The command ``rummynet``: its table of verbs, its parser, a module for each verb. It uses host and client."""
