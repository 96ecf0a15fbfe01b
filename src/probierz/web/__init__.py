"""The platform, a Django project: challenges with hidden tests, submissions by git, file or command line, boards."""
