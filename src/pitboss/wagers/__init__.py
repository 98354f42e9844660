"""Side wagers as values: what each sees, which row of its pay table that makes, and what the row pays."""
