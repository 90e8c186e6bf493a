import { readdirSync, readFileSync } from 'node:fs'
import type { Pool } from 'pg'

/** Linux counts processor time in hundredths of a second for every program. */
const MS_PER_TICK = 10

interface ProcessStat {
  readonly parent: number
  /** Of the process and of its ended children. */
  readonly ms: number
}

/** Processor time of a process and of all its children so far, ms; NaN where there is no /proc. */
export function processorTime(pid: number): number {
  const all = new Map<number, ProcessStat>()
  for (const name of listProcesses()) {
    const stat = readStat(Number(name))
    if (stat !== null) all.set(Number(name), stat)
  }
  const own = all.get(pid)
  if (own === undefined) return NaN
  const children = [...all].filter(([, { parent }]) => parent === pid)
  return children.reduce((sum, [child]) => sum + (all.get(child)?.ms ?? 0), own.ms)
}

/** The process that started this one; 0 if unknown. */
const parentOf = (pid: number): number => readStat(pid)?.parent ?? 0

/** The PostgreSQL server of a pool: the process that started its connections. */
export async function findPostgres(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid')
  return parentOf(rows[0].pid)
}

/** Resident memory, MiB; NaN where there is no /proc. */
export function residentMemory(pid: number): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? NaN) / 1024
  } catch {
    return NaN
  }
}

function listProcesses(): string[] {
  try {
    return readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  } catch {
    return []
  }
}

function readStat(pid: number): ProcessStat | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name in parentheses may contain spaces.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
    return { parent: Number(fields[1]), ms: ticks * MS_PER_TICK }
  } catch {
    // It has ended.
    return null
  }
}
