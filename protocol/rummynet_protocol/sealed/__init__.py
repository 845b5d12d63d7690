"""Cards that nobody sees but their holder: the group, the proofs, and one round's cards. SEALED.md is the text.

No table offers it yet. Pure, as all of the protocol: whoever calls passes randomness in, 32 fresh bytes at a time.
"""
