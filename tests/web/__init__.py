"""Tests of the pages for browsers: what they say of transcripts, in a real browser where there is one."""
