export { forgetAddresses } from './forget-addresses.ts'
export { recordAudit } from './record-audit.ts'
export type { AuditEntry } from './record-audit.ts'
