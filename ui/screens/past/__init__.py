"""Games that are over: the replay, what is read for it in a thread, and the look back."""
