"""What puts the house under test: a seeded workload, an auditor, and strategies."""
