"""The table of Reef Encounter: `table` joins the parts, `layout` has the places, `*_looks` the pictures."""
