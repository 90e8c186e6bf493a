import { mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startTimeOf } from './process-identity.ts'

export interface FolderLock {
  release(): void
}

/** Who holds a folder. */
export interface Holder {
  readonly pid: number
  readonly startTime: string
  /** What the holder is, for the message: "npm start". */
  readonly command: string
}

/**
 * Takes the folder for this process, or says who has it. Survives kill -9: an entry counts only while the very process
 * that wrote it (pid and start time) lives.
 *
 * Every contender writes an entry of its own and then looks at all others; entries of dead processes are removed by
 * anybody, since their authors cannot come back. Of two that start at once each sees the other or one sees none, so two
 * never both hold; where both step back, they try again after a random pause.
 */
export async function takeFolderLock(folder: string, command: string): Promise<FolderLock | Holder> {
  const entries = join(folder, 'lock')
  mkdirSync(entries, { recursive: true })
  const startTime = startTimeOf(process.pid)
  if (startTime === null) throw new Error('Invariant: the own process must be seen')
  const own: Holder = { pid: process.pid, startTime, command }
  const path = join(entries, `${process.pid}.json`)
  for (let attempt = 1; ; attempt++) {
    // By rename, so that nobody reads half an entry.
    writeFileSync(`${path}.new`, JSON.stringify(own), { mode: 0o644 })
    renameSync(`${path}.new`, path)
    const holder = livingHolder(entries)
    if (holder === null) return { release: () => rmSync(path, { force: true }) }
    rmSync(path, { force: true })
    if (attempt === 4) return holder
    await sleep(50 + Math.random() * 150)
  }
}

/** Who holds the folder now, or null. Never this process. */
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

/** null: not an entry (a torn disk); 'gone': its author just removed it. */
function readEntry(path: string): Holder | null | 'gone' {
  try {
    const value = JSON.parse(readFileSync(path, 'utf8')) as Partial<Holder>
    if (typeof value.pid !== 'number' || typeof value.startTime !== 'string') return null
    return { pid: value.pid, startTime: value.startTime, command: String(value.command) }
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'gone' : null
  }
}
