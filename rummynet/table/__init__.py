"""The authoritative host without the network: inputs in, effects out."""
