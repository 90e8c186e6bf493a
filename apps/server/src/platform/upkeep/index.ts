import type { Log } from '../log/index.ts'

export interface Chore {
  /** For the log, where it fails. */
  readonly name: string
  /** At least so long apart; every round where absent. */
  readonly everyMs?: number
  do(): Promise<void>
}

const EVERY_MS = 10 * 60_000

/**
 * Does small repeated work at start and every ten minutes; a chore that fails is tried again next time. Returns what ends it,
 * and waits for the chore under way: what it works with is closed next.
 */
export function scheduleUpkeep(chores: readonly Chore[], log: Log): () => Promise<void> {
  const done = new Map<Chore, number>()
  let ended = false
  let running: Promise<void> | null = null
  const round = async (): Promise<void> => {
    for (const chore of chores) {
      if (ended) return
      const last = done.get(chore)
      if (last !== undefined && performance.now() - last < (chore.everyMs ?? 0)) continue
      done.set(chore, performance.now())
      await chore.do().catch((error: unknown) => {
        done.delete(chore)
        log.warn({ err: error }, `upkeep failed: ${chore.name}`)
      })
    }
  }
  const begin = (): void => {
    running ??= round().finally(() => {
      running = null
    })
  }
  const timer = setInterval(begin, EVERY_MS)
  timer.unref()
  begin()
  return async () => {
    ended = true
    clearInterval(timer)
    await running
  }
}
