export { makeDataDir } from './cluster.ts'
export { createPool, handlePoolErrors, openDatabase } from './open-database.ts'
export type { Database, DatabaseOptions } from './open-database.ts'
export {
  BACKUP_LOCK_KEY,
  migrateDatabase,
  MIGRATION_LOCK_KEY,
  appliedMigrations,
  applyMigrations,
  readMigrations,
} from './migrate-database.ts'
export type { RowTask, AppliedMigration, Migration } from './migrate-database.ts'
export { Replicas } from './replicas.ts'
export type { Replica, ReplicaStatus } from './replicas.ts'
export { startEmbeddedServer } from './embedded-server.ts'
export { databaseTrouble, createHealthCheck } from './health-check.ts'
export type { DatabaseTrouble } from './health-check.ts'
export { BoundedPool, POOL_LIMITS, PoolFullError, dedicatedClient, isSilence, listen, numberTypes } from './clients.ts'
export type { Listening } from './clients.ts'
export { copyOut, copyFrom, copyTo } from './copy-out.ts'
export {
  inTransaction,
  inTransactionWithRetry,
  isUsedByOthers,
  anyOf,
  db,
  likePrefix,
  loadDatabaseId,
  countCapped,
} from './queryable.ts'
export type { Queryable, CappedCount } from './queryable.ts'
export type { CheckState, FoundPayment, Schema } from './schema.ts'
