"""What host, clients and verifiers share: vocabulary, fairness protocol, wire. Pure: no I/O, clock or randomness."""
