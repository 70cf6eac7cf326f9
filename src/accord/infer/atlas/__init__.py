"""Agreement recomputed from raw annotations, by task: recipes, values, and where one stands."""
