"""What host, clients and verifiers share: vocabulary, fairness protocol, wire. Pure: no IO, clock or dice."""
