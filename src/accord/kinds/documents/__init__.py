"""Studies of documents: what spans, boundaries, chains, relations and regions share."""
