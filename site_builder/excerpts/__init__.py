"""Excerpts, pure: addresses, the text model of sources, pins and states, values in prose.

In: what authors wrote (`options`), what the machine said (`Evidence`). Out: excerpts, or problems in their
place.
"""
