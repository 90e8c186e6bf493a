import type pg from 'pg'
import { codeOf, messageOf } from '../errors/index.ts'
import { withTimeout } from '../async/index.ts'
import { dedicatedClient } from './clients.ts'

/** Why the database is unavailable. */
export type DatabaseTrouble = 'unreachable' | 'timeout' | 'starting' | 'disk_full' | 'read_only' | 'failing'

const BY_CODE: Readonly<Record<string, DatabaseTrouble>> = {
  STATEMENT_TIMEOUT: 'timeout',
  POOL_FULL: 'timeout',
  ETIMEDOUT: 'timeout',
  // statement_timeout, lock_timeout
  '57014': 'timeout',
  '55P03': 'timeout',
  ECONNREFUSED: 'unreachable',
  ECONNRESET: 'unreachable',
  EPIPE: 'unreachable',
  ENOTFOUND: 'unreachable',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  '08000': 'unreachable',
  '08003': 'unreachable',
  '08006': 'unreachable',
  '57P01': 'unreachable',
  '57P02': 'unreachable',
  // Too many connections.
  '53300': 'unreachable',
  '57P03': 'starting',
  '53100': 'disk_full',
  ENOSPC: 'disk_full',
  EDQUOT: 'disk_full',
  '25006': 'read_only',
  // Out of memory; input or output failed.
  '53200': 'failing',
  '58030': 'failing',
}

/** Errors of pg and pg-pool without a code. */
const TIMEOUTS = [
  'timeout exceeded when trying to connect',
  'Connection terminated due to connection timeout',
  'timeout expired',
]
const LOST = [
  'Connection terminated',
  'Client has encountered a connection error',
  'Client was closed and is not queryable',
  'Cannot use a pool after calling end',
]

/** The reason when the database caused the failure; null when the statement itself is at fault. */
export function databaseTrouble(error: unknown): DatabaseTrouble | null {
  const known = BY_CODE[codeOf(error)]
  if (known !== undefined) return known
  const message = messageOf(error)
  if (TIMEOUTS.some((text) => message.startsWith(text))) return 'timeout'
  // PostgreSQL reports some full disks as an input/output error, recognizable only by this text.
  if (/No space left on device/.test(message)) return 'disk_full'
  return LOST.some((text) => message.startsWith(text)) ? 'unreachable' : null
}

/** Below the timeout of typical monitors (2 s). */
const ANSWER_MS = 1_300
/** Interval between commits; a successful commit proves the disk for this long. */
const COMMIT_EVERY_MS = 5_000

/** Allocates new blocks, so it fails on a full disk even when the tables have free space inside. */
const COMMIT = [
  'begin',
  'create temp table health_check (filler text) on commit drop',
  // In the table's definition since PostgreSQL 16 only.
  'alter table health_check alter filler set storage external',
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
    const fresh = dedicatedClient(url, { connectMs: ANSWER_MS })
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
