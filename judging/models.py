"""Papers, submissions, verdicts and marks."""
