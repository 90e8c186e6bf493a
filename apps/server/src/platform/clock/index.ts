/** The one source of server time. `setOffset` moves it (tests and the development call only). */
export interface Clock {
  /** ms since the epoch. */
  now(): number
  setOffset(offsetMs: number): void
}

export function createClock(): Clock {
  let offset = 0
  return {
    now: () => Date.now() + offset,
    setOffset(offsetMs) {
      offset = offsetMs
    },
  }
}
