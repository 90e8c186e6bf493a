/** The one source of server time. `setOffset` moves it (tests and the development call only). */
export interface Clock {
  /** ms since the epoch. */
  now(): number
  setOffset(offsetMs: number): void
}

/** A simulated time: it was `atMs` at `sinceMs` of the machine's clock and runs `speed` times as fast. */
export interface ClockPace {
  readonly atMs: number
  readonly sinceMs: number
  readonly speed: number
}

/** The machine's time or, when tests replay a market, a simulated time that survives restarts. */
export function createClock(pace: ClockPace | null = null): Clock {
  const { atMs, sinceMs, speed } = pace ?? { atMs: 0, sinceMs: 0, speed: 1 }
  let offset = 0
  return {
    now: () => Math.floor(atMs + (Date.now() - sinceMs) * speed) + offset,
    setOffset(offsetMs) {
      offset = offsetMs
    },
  }
}
