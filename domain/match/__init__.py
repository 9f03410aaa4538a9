"""What every match shares, whatever its game: who may see and do what, chance, the envelope, the recorder."""
