"""The spec-driven framework without a store, a clock or a process: its files, its gates, its tables; pure."""
