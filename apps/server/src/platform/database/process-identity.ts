import { execFileSync } from 'node:child_process'
import { readFileSync, readdirSync, readlinkSync } from 'node:fs'

/**
 * When the process started, as a text that no other process ever shares together with the pid; null when no such
 * process lives (a zombie does not). A pid alone is reused, in containers after every restart.
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
  // The command name may hold blanks and parentheses: what follows the last one is regular.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const state = fields[0]
  if (state === 'Z' || state === 'X') return null
  // Ticks since boot repeat after a reboot; the boot's own id does not.
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

/** Pids of living processes that work inside the folder. Linux only; elsewhere none can be told. */
export function processesWorkingIn(folder: string): number[] {
  if (process.platform !== 'linux') return []
  const found: number[] = []
  for (const name of readdirSync('/proc')) {
    const pid = Number(name)
    if (!Number.isInteger(pid)) continue
    try {
      if (readlinkSync(`/proc/${pid}/cwd`) === folder && startTimeOf(pid) !== null) found.push(pid)
    } catch {
      // gone meanwhile, or another user's: PostgreSQL of ours runs as us or we are root
    }
  }
  return found
}
