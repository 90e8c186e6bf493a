export { addAdminCalls } from './routes/admin-calls.ts'
export type { AdminDeps } from './admin-deps.ts'
