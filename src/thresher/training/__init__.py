"""Learning from labelled pages: labels from true texts, trainers, and the models that ship.

What is trained here is applied elsewhere: inference needs numpy alone. The trainers need the extra
`train`.
"""
