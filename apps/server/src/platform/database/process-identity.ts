import { execFileSync } from 'node:child_process'
import { readFileSync, readdirSync, readlinkSync } from 'node:fs'

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
