"""What every match shares."""
