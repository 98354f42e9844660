"""Around the round: the procedure of a table, who may say what, and who answers: people, devices, automatic players."""
