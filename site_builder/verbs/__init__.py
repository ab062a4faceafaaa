"""The commands: each joins the pure pipeline with the effects it needs and has one ending."""
