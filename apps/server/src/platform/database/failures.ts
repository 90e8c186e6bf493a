import { codeOf, messageOf } from '../errors/index.ts'

/** Why the database is unavailable. */
export type DatabaseTrouble = 'unreachable' | 'timeout' | 'starting' | 'disk_full' | 'read_only' | 'failing'

const BY_CODE: Readonly<Record<string, DatabaseTrouble>> = {
  STATEMENT_TIMEOUT: 'timeout',
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
