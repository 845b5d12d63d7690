"""Commands in, sentences out: parsing, news, and their wording."""
