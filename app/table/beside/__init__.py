"""What stands beside a game and has no way into it: the door for watchers, hands that are opened after it."""
