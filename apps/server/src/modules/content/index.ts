export { addContentCalls } from './routes/settings.ts'
