export * from './tape-arbitrary.ts'
