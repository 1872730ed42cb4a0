"""The art of Reef Encounter."""
