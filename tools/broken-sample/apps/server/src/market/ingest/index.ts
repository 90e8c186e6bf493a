import { admin } from '../../modules/admin/index.ts'
export const ingest = admin
