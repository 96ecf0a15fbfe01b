"""Work that outlives a request: a queue with leases in the database, its workers and its logs."""
