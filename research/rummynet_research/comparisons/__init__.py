"""Other programs under the same load, beside rummynet."""
