import type { Log } from '../log/index.ts'

export interface Chore {
  /** For the log, where it fails. */
  readonly name: string
  do(): Promise<void>
}

const EVERY_MS = 10 * 60_000

/** Does small repeated work at start and every ten minutes; a chore that fails is tried again next time. Returns what ends it. */
export function scheduleUpkeep(chores: readonly Chore[], log: Log): () => void {
  let busy = false
  const round = async (): Promise<void> => {
    if (busy) return
    busy = true
    for (const chore of chores) {
      await chore.do().catch((error: unknown) => log.warn({ err: error }, `upkeep failed: ${chore.name}`))
    }
    busy = false
  }
  const timer = setInterval(() => void round(), EVERY_MS)
  timer.unref()
  void round()
  return () => clearInterval(timer)
}
