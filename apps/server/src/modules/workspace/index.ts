export { deleteWorkspace, workspaceOf } from './workspace-of.ts'
