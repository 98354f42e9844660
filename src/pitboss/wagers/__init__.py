"""Side wagers: which row of its pay table do these cards make."""
