import { mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { delay } from '../async/index.ts'
import { startTimeOf } from './process-identity.ts'

export interface FolderLock {
  release(): void
}

/** The process that holds a folder. */
export interface Holder {
  readonly pid: number
  readonly startTime: string
  /** Command of the holder, for the message: "npm start". */
  readonly command: string
}

/**
 * Locks the folder for this process, or returns the current holder. Survives kill -9: an entry counts only while the
 * process that wrote it (pid and start time) lives.
 * Each contender writes a separate entry and then checks all others; any process may remove entries of dead processes.
 * Of two that start at once at least one sees the other, so two never both hold the lock; when both step back, they
 * retry after a random pause.
 */
export async function acquireFolderLock(folder: string, command: string): Promise<FolderLock | Holder> {
  const entries = join(folder, 'lock')
  mkdirSync(entries, { recursive: true })
  const startTime = startTimeOf(process.pid)
  if (startTime === null) throw new Error('Invariant: the start time of this process is readable')
  const own: Holder = { pid: process.pid, startTime, command }
  const path = join(entries, `${process.pid}.json`)
  for (let attempt = 1; ; attempt++) {
    // Rename is atomic: readers never see half an entry.
    writeFileSync(`${path}.new`, JSON.stringify(own), { mode: 0o644 })
    renameSync(`${path}.new`, path)
    const holder = livingHolder(entries)
    if (holder === null) return { release: () => rmSync(path, { force: true }) }
    rmSync(path, { force: true })
    if (attempt === 4) return holder
    await delay(50 + Math.random() * 150)
  }
}

/** The current holder of the folder, or null. Never this process. */
export function folderHolder(folder: string): Holder | null {
  try {
    return livingHolder(join(folder, 'lock'))
  } catch {
    return null
  }
}

function livingHolder(entries: string): Holder | null {
  let found: Holder | null = null
  for (const name of readdirSync(entries)) {
    const pid = Number(/^(\d+)\.json$/.exec(name)?.[1])
    if (pid === process.pid || Number.isNaN(pid)) continue
    const holder = readEntry(join(entries, name))
    if (holder === 'gone') continue
    if (holder !== null && startTimeOf(holder.pid) === holder.startTime) found = holder
    else rmSync(join(entries, name), { force: true })
  }
  return found
}

/** null: not an entry (torn write); 'gone': its writer just removed it. */
function readEntry(path: string): Holder | null | 'gone' {
  try {
    const value = JSON.parse(readFileSync(path, 'utf8')) as Partial<Holder>
    if (typeof value.pid !== 'number' || typeof value.startTime !== 'string') return null
    return { pid: value.pid, startTime: value.startTime, command: String(value.command) }
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'gone' : null
  }
}
