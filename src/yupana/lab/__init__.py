"""The laboratory: simulations, the laws every game must keep, and the fuzzer that looks for breaches."""
