/** Backup and restore of all persistent data, in one file. docs/operating/backup.md. */
export { checkKeys, readSecrets, writeFiles } from './carried-files.ts'
export { makeBackup } from './make-backup.ts'
export { checkBackup, openBackup } from './open-backup.ts'
export { restoreBackup } from './restore-backup.ts'
export type { OpenBackup } from './open-backup.ts'
