import fc from 'fast-check'

// Shrinking on a database may exceed the test timeout: report the best counterexample found so far.
fc.configureGlobal({ ...fc.readConfigureGlobal(), interruptAfterTimeLimit: 60_000 })
