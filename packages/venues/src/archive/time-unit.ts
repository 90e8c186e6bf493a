/** Time units of archives. Detected by magnitude: the values of each unit since 2001 differ by a factor of 1000. */
export type TimeUnit = 's' | 'ms' | 'us'

const EARLIEST_S = 978_307_200 // 2001-01-01
const LATEST_S = 4_102_444_800 // 2100-01-01
const PER_SECOND: Record<TimeUnit, number> = { s: 1, ms: 1e3, us: 1e6 }

/** The unit in which `value` is between 2001 and 2100, or null. The ranges of the units do not overlap. */
export function detectTimeUnit(value: number): TimeUnit | null {
  for (const unit of ['s', 'ms', 'us'] as const) {
    const seconds = value / PER_SECOND[unit]
    if (seconds >= EARLIEST_S && seconds < LATEST_S) return unit
  }
  return null
}

/** Factor from `unit` to ms; for units finer than ms divide by `divide` instead (exact floor). */
export function unitsPerMs(unit: TimeUnit): { multiply: number; divide: number } {
  const perSecond = PER_SECOND[unit]
  return perSecond >= 1000 ? { multiply: 1, divide: perSecond / 1000 } : { multiply: 1000, divide: 1 }
}
