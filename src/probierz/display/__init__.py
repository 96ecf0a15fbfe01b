"""What notebooks show: tables in HTML and pictures, out of plain values."""
