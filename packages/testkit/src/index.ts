export * from './tape-arbitrary.ts'
export * from './simulated-tape.ts'
