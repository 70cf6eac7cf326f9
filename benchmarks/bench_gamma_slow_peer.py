"""γ against pygamma-agreement where that takes minutes: γ of 3 × 300, alignment of 5 × 50."""

from bench_gamma import one_alignment, ready, whole_gamma

if __name__ == "__main__":
    peer = ready()
    whole_gamma(3, 300, peer=peer, fast=peer)
    one_alignment(5, 50, peer=peer)
