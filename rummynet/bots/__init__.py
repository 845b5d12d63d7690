"""Players without a person: pure strategies over what one seat can see. Whoever runs them waits and sends."""
