"""Around the round: so far automatic players and a virtual shoe that play it by themselves."""
