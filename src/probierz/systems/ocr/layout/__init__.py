"""Files that say where on a scan each word stands: hOCR, ALTO and PAGE, corrected in place."""
