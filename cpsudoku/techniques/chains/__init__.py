"""Chains, loops, nets and colours: what follows from links."""
