"""Rules about more than digits: each brings the layer that it needs."""
