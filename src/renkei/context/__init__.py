"""Who reads how much: what is new for an agent, by tiers, as the text that its turn begins with. Pure."""
