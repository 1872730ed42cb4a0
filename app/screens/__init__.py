"""What the screens that belong to no game show and decide, without a screen."""
