"""Pairwise judgements as a ranking: strengths, consistency of judges, position, how many votes."""
