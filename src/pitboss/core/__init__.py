"""The core: how any game of these rulebooks is dealt, recorded and settled.

Its laws:

* One module may suspend (`procedure`); every other module is plain functions over values.
* The only door to the outside is a request; whoever is configured answers it.
* What nobody at the table knows, the core does not know: a face-down card is counted, never named.
* State is a fold of facts. The fold never decides and never refuses.
* A refusal is a value, a void ends the round as the law says, a bug is an assertion.
* No input or output, no clock, no randomness, no logging, no globals.
"""
