import fc from 'fast-check'

// Looking for the smallest counterexample on a database may take longer than a test may: what was found by then is said.
fc.configureGlobal({ interruptAfterTimeLimit: 60_000 })
