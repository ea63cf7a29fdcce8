"""Trees into Markdown and HTML: knows turbohtml, and nothing of blocks or verdicts."""
