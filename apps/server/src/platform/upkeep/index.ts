import type { Log } from '../log/index.ts'

export interface Chore {
  /** For the log, where it fails. */
  readonly name: string
  /** At least so long apart; every round where absent. */
  readonly everyMs?: number
  do(): Promise<void>
}

const EVERY_MS = 10 * 60_000

/** Does small repeated work at start and every ten minutes; a chore that fails is tried again next time. Returns what ends it. */
export function scheduleUpkeep(chores: readonly Chore[], log: Log): () => void {
  const done = new Map<Chore, number>()
  let busy = false
  const round = async (): Promise<void> => {
    if (busy) return
    busy = true
    for (const chore of chores) {
      const last = done.get(chore)
      if (last !== undefined && performance.now() - last < (chore.everyMs ?? 0)) continue
      done.set(chore, performance.now())
      await chore.do().catch((error: unknown) => {
        done.delete(chore)
        log.warn({ err: error }, `upkeep failed: ${chore.name}`)
      })
    }
    busy = false
  }
  const timer = setInterval(() => void round(), EVERY_MS)
  timer.unref()
  void round()
  return () => clearInterval(timer)
}
