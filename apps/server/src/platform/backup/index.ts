/** Backup and restore of all persistent data, in one file. docs/operating/backup.md. */
export { checkKeys, readSecrets, writeFiles } from './catalog.ts'
export { makeBackup } from './make-backup.ts'
export { checkBackup, openBackup, restoreBackup } from './restore-backup.ts'
export type { OpenBackup } from './restore-backup.ts'
