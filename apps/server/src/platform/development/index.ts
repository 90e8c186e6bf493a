export { addDevelopmentCalls } from './calls.ts'
