"""Kings for people: scene, story, sheet and lessons, without the rules and without Qt."""
