"""The review team without a model: inspectors backed by analysers, one list of findings, an auditor's verdict.

`review.run` does it all; nothing here knows a store or prints.
"""
