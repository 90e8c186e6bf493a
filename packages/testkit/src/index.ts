export * from './tape-arbitrary.ts'
export * from './simulated-tape.ts'
export * from './exchange/fake-venue.ts'
export * from './exchange/fake-exchange.ts'
