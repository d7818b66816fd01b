"""A review in the forms that others read: a document, a page, SARIF, annotations, lines."""
