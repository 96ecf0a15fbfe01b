"""Finding passages: documents are read and cut, an index holds them, and the ones alike to a question are found."""
