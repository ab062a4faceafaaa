"""Transcripts, pure: `demo.toml` → demos; frames → exchange and contract; two transcripts → drift."""
