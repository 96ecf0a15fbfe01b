"""The platform: challenges, submissions and leaderboards in a browser and through an API; needs the extra `web`."""
