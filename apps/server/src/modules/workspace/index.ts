export { deleteWorkspace, workspaceOf } from './queries/all-account-data.ts'
