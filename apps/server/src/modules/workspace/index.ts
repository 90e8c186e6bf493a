export { addWorkspaceCalls } from './routes/index.ts'
export { deleteWorkspace, workspaceOf } from './workspace-of.ts'
