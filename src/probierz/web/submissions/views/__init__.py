"""Pages of submissions: handing in, what became of it, the page of one."""
