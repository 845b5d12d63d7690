"""Who is at one table and what they have signed: seats, owner, members, bots, consents, late joins."""
