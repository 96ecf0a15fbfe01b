"""E-mails that people chose: about their submissions, deadlines, repairs, boards, announcements."""
