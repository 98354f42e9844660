"""What many rounds bring: sessions of play, as chances and not as single stories."""
