import { execFileSync } from 'node:child_process'
import { readFileSync, readdirSync, readlinkSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { delay } from '../async/index.ts'

/**
 * Start time of the process as a text that is unique together with the pid; null when no such process lives (or it is a
 * zombie). A pid alone is reused, in containers after every restart.
 */
export function startTimeOf(pid: number): string | null {
  return process.platform === 'linux' ? startTimeOnLinux(pid) : startTimeByPs(pid)
}

function startTimeOnLinux(pid: number): string | null {
  let stat: string
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch {
    return null
  }
  // The command name may contain blanks and parentheses; the fields after the last parenthesis are regular.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const state = fields[0]
  if (state === 'Z' || state === 'X') return null
  // Ticks since boot repeat after a reboot; the boot id does not.
  return `${bootId()}/${fields[19]}`
}

function bootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  } catch {
    return ''
  }
}

function startTimeByPs(pid: number): string | null {
  try {
    const line = execFileSync('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], {
      encoding: 'utf8',
      env: { ...process.env, LC_ALL: 'C' },
    }).trim()
    return line === '' || line.startsWith('Z') ? null : line.replace(/^\S+\s+/, '')
  } catch {
    return null
  }
}

/** Pids of running processes whose working directory is in the folder. Linux only; empty elsewhere. */
export function processesWorkingIn(folder: string): number[] {
  if (process.platform !== 'linux') return []
  const found: number[] = []
  for (const name of readdirSync('/proc')) {
    const pid = Number(name)
    if (!Number.isInteger(pid)) continue
    try {
      if (readlinkSync(`/proc/${pid}/cwd`) === folder && startTimeOf(pid) !== null) found.push(pid)
    } catch {
      // Ended since the listing, or another user's: our PostgreSQL runs as this user, or we are root.
    }
  }
  return found
}

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
