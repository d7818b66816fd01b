"""How each kind of event changes the tables; one table of folds for each area."""
