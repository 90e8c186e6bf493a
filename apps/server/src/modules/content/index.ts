export { addContentCalls } from './add-content-calls.ts'
