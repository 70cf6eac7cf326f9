"""γ and its chance."""
