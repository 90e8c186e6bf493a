export { recordAudit } from './record-audit.ts'
export type { AuditEntry } from './record-audit.ts'
