export { openDatabase } from './open-database.ts'
export type { Database, DatabaseOptions } from './open-database.ts'
export { migrateDatabase } from './migrate-database.ts'
export { startEmbeddedServer } from './embedded-server.ts'
