"""What ``rummynet doctor`` looks at: each module answers with findings, none of them raises."""
