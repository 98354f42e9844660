"""What is kept of a round: facts as bytes, encoded once and read for ever."""
