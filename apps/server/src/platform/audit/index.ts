export { removeAddresses } from './remove-addresses.ts'
export { recordAudit, withoutSecrets } from './record-audit.ts'
export type { AuditEntry } from './record-audit.ts'
