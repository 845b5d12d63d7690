"""What connections, people and addresses may cost."""
