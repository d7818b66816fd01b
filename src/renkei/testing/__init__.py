"""For tests of your own team: a fake model, and real coding clients that run against it offline."""
