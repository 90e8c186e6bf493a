export { deleteWorkspace, workspaceOf } from './queries/workspace-rows.ts'
