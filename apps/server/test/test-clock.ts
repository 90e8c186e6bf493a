import { createClock } from '../src/platform/clock/index.ts'
import type { Clock } from '../src/platform/clock/index.ts'

/** The machine's time until it is stopped: what depends on the server's time does not depend on the machine's speed. */
export interface TestClock extends Clock {
  /** The time stands still until the next `setOffset`. */
  stopAt(ms: number): void
}

export function testClock(): TestClock {
  const running = createClock()
  let stoppedAt: number | null = null
  return {
    now: () => stoppedAt ?? running.now(),
    setOffset(offsetMs) {
      stoppedAt = null
      running.setOffset(offsetMs)
    },
    stopAt(ms) {
      stoppedAt = ms
    },
  }
}
