import type { Log } from '../log/index.ts'

export interface Chore {
  /** For the log, where it fails. */
  readonly name: string
  /** At least so long apart; ten minutes where absent. */
  readonly everyMs?: number
  do(): Promise<void>
}

const ROUND_MS = 60_000
const EVERY_MS = 10 * ROUND_MS

/**
 * Does small repeated work at start and then as often as each chore says; one that fails is tried again after ten minutes. Returns what ends it,
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
      const everyMs = chore.everyMs ?? EVERY_MS
      if (last !== undefined && performance.now() - last < everyMs) continue
      done.set(chore, performance.now())
      await chore.do().catch((error: unknown) => {
        done.set(chore, performance.now() + EVERY_MS - everyMs)
        log.warn({ err: error }, `upkeep failed: ${chore.name}`)
      })
    }
  }
  const begin = (): void => {
    running ??= round().finally(() => {
      running = null
    })
  }
  const timer = setInterval(begin, ROUND_MS)
  timer.unref()
  begin()
  return async () => {
    ended = true
    clearInterval(timer)
    await running
  }
}
