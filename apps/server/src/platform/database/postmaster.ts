import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { userInfo } from 'node:os'
import { delay } from '../async/index.ts'
import { processesWorkingIn, startTimeOf } from './folder-lock.ts'
import { StartError } from '../errors/index.ts'

export interface Postmaster {
  readonly pid: number
  readonly port: number
  readonly startTime: string
}

/** The running server of this cluster according to its postmaster.pid, or null: dead, foreign or unreadable. */
export function findRunningPostmaster(cluster: string): Postmaster | null {
  const lines = pidFileLines(cluster)
  const pid = Number(lines?.[0])
  const port = Number(lines?.[3])
  if (!Number.isInteger(pid) || pid <= 0 || !Number.isInteger(port) || port <= 0) return null
  const startTime = startTimeOf(pid)
  if (startTime === null || !servesCluster(pid, cluster)) return null
  return { pid, port, startTime }
}

export const isAlive = (postmaster: Postmaster): boolean => startTimeOf(postmaster.pid) === postmaster.startTime

/**
 * Stops the server: fast shutdown, then immediate shutdown, then SIGKILL. Returns when it has ended. With `timeoutMs`
 * it and its processes are killed by then; acknowledged commits are not lost, the next start recovers.
 */
export async function stopPostmaster(postmaster: Postmaster, cluster: string, timeoutMs?: number): Promise<void> {
  const [fast, immediate] = timeoutMs === undefined ? [30_000, 10_000] : [Math.max(0, timeoutMs - 1_500), 500]
  for (const [signal, waitMs] of [
    ['SIGINT', fast],
    ['SIGQUIT', immediate],
    ['SIGKILL', Math.min(10_000, timeoutMs ?? Infinity)],
  ] as const) {
    try {
      process.kill(postmaster.pid, signal)
    } catch {
      return
    }
    // Stopped or stuck processes do not end with their server.
    if (signal === 'SIGKILL') for (const pid of processesWorkingIn(realpathSync(cluster))) killHard(pid)
    for (let waited = 0; waited < waitMs; waited += 25) {
      if (!isAlive(postmaster)) return
      await delay(25)
    }
  }
}

function killHard(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // Already ended.
  }
}

/**
 * Prepares a cluster without a running server for a start. Children of a killed server exit within a moment. A
 * postmaster.pid whose pid now belongs to another program, or that is malformed, would prevent every start.
 */
export async function cleanUpDeadServer(cluster: string): Promise<void> {
  const folder = realpathSync(cluster)
  for (let waited = 0; processesWorkingIn(folder).length > 0; waited += 50) {
    // Without their server nothing they do is acknowledged.
    if (waited >= 5_000) for (const pid of processesWorkingIn(folder)) killHard(pid)
    await delay(50)
  }
  const lines = pidFileLines(cluster)
  if (lines === null) return
  const pid = Number(lines[0])
  const readable = Number.isInteger(pid) && pid > 0
  if (!readable || startTimeOf(pid) !== null) rmSync(join(cluster, 'postmaster.pid'), { force: true })
}

function pidFileLines(cluster: string): string[] | null {
  try {
    return readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')
  } catch {
    return null
  }
}

function servesCluster(pid: number, cluster: string): boolean {
  const folder = realpathSync(cluster)
  if (process.platform === 'linux') return processesWorkingIn(folder).includes(pid)
  try {
    const command = execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
    return command.includes('postgres') && (command.includes(cluster) || command.includes(folder))
  } catch {
    return false
  }
}

/**
 * The user PostgreSQL runs as: ourselves, or the system user `postgres`, since PostgreSQL refuses root. Options for
 * `spawn`.
 */
export interface RunAs {
  readonly uid?: number
  readonly gid?: number
}

/** As root, looks up or creates the user `postgres`. */
export function postgresUser(writeLine: (line: string) => void): RunAs {
  if (userInfo().uid !== 0) return {}
  const existing = lookUp()
  if (existing !== null) return existing
  writeLine('PostgreSQL does not run as root: making a system user "postgres" for it')
  try {
    execFileSync(
      'useradd',
      ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', 'postgres'],
      { stdio: 'pipe' },
    )
  } catch (error) {
    throw new StartError(
      `PostgreSQL does not run as root, and a user "postgres" for it could not be made (${(error as Error).message.trim()}).\n` +
        'Run as another user, make that user by hand, or set DATABASE_URL to a PostgreSQL server.',
    )
  }
  const made = lookUp()
  if (made === null)
    throw new StartError('The user "postgres" was created but is not found; set DATABASE_URL to a PostgreSQL server.')
  return made
}

function lookUp(): RunAs | null {
  const ask = (flag: string): number => {
    const answer = spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' })
    return answer.status === 0 ? Number(answer.stdout.trim()) : Number.NaN
  }
  const uid = ask('-u')
  const gid = ask('-g')
  return Number.isInteger(uid) && Number.isInteger(gid) ? { uid, gid } : null
}

/** Whether that user can reach the folder: a 0700 parent, as of /root or `mktemp -d`, prevents it. */
export function canEnter(user: RunAs, folder: string): boolean {
  if (user.uid === undefined) return true
  // `cd` checks every parent with the permissions of that user.
  return spawnSync('/bin/sh', ['-c', 'cd -- "$1"', 'sh', folder], { ...user, cwd: '/', stdio: 'ignore' }).status === 0
}
