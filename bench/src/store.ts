import { rmSync } from 'node:fs'
import { readClusterState } from '../../apps/server/src/platform/database/cluster.ts'
import { createBus } from '../../apps/server/src/platform/bus/index.ts'
import type { Bus } from '../../apps/server/src/platform/bus/index.ts'
import { openDatabase } from '../../apps/server/src/platform/database/index.ts'
import type { Database } from '../../apps/server/src/platform/database/index.ts'
import { openStore } from '../../apps/server/src/market/store/index.ts'
import type { TapeStore } from '../../apps/server/src/market/store/index.ts'

/** The server's database and tape in a folder, as `npm start` opens them. */
export interface BenchStore {
  readonly database: Database
  readonly bus: Bus
  readonly store: TapeStore
  /** Another store over the same database, with an empty cache. */
  fresh(): TapeStore
  close(): Promise<void>
}

const writeLine = (line: string): void => console.log(`bench: ${line}`)

export async function openBenchStore(dataDir: string): Promise<BenchStore> {
  const database = await openDatabase({
    env: { databaseUrl: null, dataDir },
    command: 'npm run bench',
    mode: 'own',
    writeLine,
    onLost: (reason) => {
      throw new Error(`bench: PostgreSQL stopped: ${reason}`)
    },
  })
  const bus = createBus((error) => {
    throw error
  })
  const fresh = (): TapeStore => openStore({ pool: database.pool, url: database.url, bus, writeLine })
  const store = fresh()
  return {
    database,
    bus,
    store,
    fresh,
    async close() {
      await store.close()
      await database.close()
    },
  }
}

/** Removes the folder of a closed store, and the cluster if PostgreSQL's user could not enter the folder. */
export function removeBenchStore(dataDir: string): void {
  const cluster = readClusterState(dataDir)?.cluster
  if (cluster !== undefined) rmSync(cluster, { recursive: true, force: true })
  rmSync(dataDir, { recursive: true, force: true })
}
