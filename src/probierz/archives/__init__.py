"""Archives and compressed files from strangers: what they may be, and how they are read without harm.

`streams` decompresses a single file, `members` reads a .zip or .tar piece by piece, `unpacking` writes all of it into
a folder. What is damaged, leads elsewhere or has no measure is one `ArchiveError`, whoever asked.
"""
