import type pg from 'pg'
import { withTimeout } from '../async/index.ts'
import { databaseTrouble } from './failures.ts'
import type { DatabaseTrouble } from './failures.ts'
import { dedicatedClient } from './dedicated-client.ts'

/** Below the timeout of typical monitors (2 s). */
const ANSWER_MS = 1_300
/** Interval between commits; a successful commit proves the disk for this long. */
const COMMIT_EVERY_MS = 5_000

/** Allocates new blocks, so it fails on a full disk even when the tables have free space inside. */
const COMMIT = [
  'begin',
  'create temp table health_check (filler text storage external) on commit drop',
  "insert into health_check values (repeat('x', 1000000))",
  'commit',
]

export interface HealthCheck {
  /** Null: the database answers and commits. Always returns within 2 s. */
  check(): Promise<DatabaseTrouble | null>
  close(): Promise<void>
}

/**
 * Checks the database on a dedicated connection, so that a full pool or a stuck statement does not delay the answer.
 */
export function createHealthCheck(url: string): HealthCheck {
  let client: pg.Client | null = null
  let committedAt = -Infinity
  let running: Promise<DatabaseTrouble | null> | null = null

  function drop(): void {
    const dropped = client
    client = null
    committedAt = -Infinity
    // Not awaited: a stopped server does not answer the disconnect.
    if (dropped !== null) void dropped.end().catch(() => {})
  }

  async function connection(): Promise<pg.Client> {
    if (client !== null) return client
    const fresh = dedicatedClient(url, ANSWER_MS)
    client = fresh
    fresh.on('error', () => {
      if (client === fresh) drop()
    })
    await fresh.connect()
    return fresh
  }

  async function ask(): Promise<null> {
    const open = await connection()
    if (performance.now() - committedAt < COMMIT_EVERY_MS) {
      await open.query('select')
      return null
    }
    for (const statement of COMMIT) await open.query(statement)
    committedAt = performance.now()
    return null
  }

  async function askInTime(): Promise<DatabaseTrouble | null> {
    try {
      return await withTimeout(ask(), ANSWER_MS, () => {
        drop()
        return 'timeout' as const
      })
    } catch (error) {
      drop()
      return databaseTrouble(error) ?? 'failing'
    }
  }

  return {
    check() {
      running ??= askInTime().finally(() => {
        running = null
      })
      return running
    },
    async close() {
      drop()
    },
  }
}
