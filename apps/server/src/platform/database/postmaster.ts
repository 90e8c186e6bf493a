import { execFileSync } from 'node:child_process'
import { readFileSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { processesWorkingIn, startTimeOf } from './process-identity.ts'

export interface Postmaster {
  readonly pid: number
  readonly port: number
  readonly startTime: string
}

/** The living PostgreSQL server of this cluster as its postmaster.pid tells, or null: dead, foreign or unreadable. */
export function livingPostmaster(cluster: string): Postmaster | null {
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
 * Stops the server: running statements are cancelled, then it is asked harder. Returns when it is gone. With `patienceMs` it is
 * killed by then, with its processes; nothing that was acknowledged is lost, the next start recovers.
 */
export async function stopPostmaster(postmaster: Postmaster, cluster: string, patienceMs?: number): Promise<void> {
  const [fast, immediate] = patienceMs === undefined ? [30_000, 10_000] : [Math.max(0, patienceMs - 1_500), 500]
  for (const [signal, waitMs] of [
    ['SIGINT', fast],
    ['SIGQUIT', immediate],
    ['SIGKILL', Math.min(10_000, patienceMs ?? Infinity)],
  ] as const) {
    try {
      process.kill(postmaster.pid, signal)
    } catch {
      return
    }
    // Processes that are stopped or stuck do not end with their server.
    if (signal === 'SIGKILL') for (const pid of processesWorkingIn(realpathSync(cluster))) killHard(pid)
    for (let waited = 0; waited < waitMs; waited += 25) {
      if (!isAlive(postmaster)) return
      await sleep(25)
    }
  }
}

function killHard(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended.
  }
}

/**
 * Makes a cluster without a living server ready for a start. After a kill -9 of the server its children go by
 * themselves within a moment; a postmaster.pid whose pid meanwhile is another program's, or which is no such file at
 * all, would keep PostgreSQL from starting for ever.
 */
export async function clearRemains(cluster: string): Promise<void> {
  const folder = realpathSync(cluster)
  for (let waited = 0; processesWorkingIn(folder).length > 0; waited += 50) {
    // They have lost their server: nothing they do is ever acknowledged.
    if (waited >= 5_000) for (const pid of processesWorkingIn(folder)) killHard(pid)
    await sleep(50)
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
