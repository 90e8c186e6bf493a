export { recordAudit } from '../../platform/audit/index.ts'
