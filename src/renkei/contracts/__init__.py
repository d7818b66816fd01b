"""Task contracts without a store or a disk: their states, what has to be checked, and what their instructions say."""
