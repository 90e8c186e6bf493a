import { DAY_MS } from '@flowprint/orderflow'

const MAX_DAYS = 366
const DEFAULT_DAYS = 30

/** The day of a time in a time zone: "2026-11-20". */
export function dayIn(ms: number, timeZone: string): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(ms)
}

export interface DayRange {
  /** Both inclusive. */
  readonly from: string
  readonly to: string
}

/**
 * The days of a chart: as requested, else the 30 days ending with `to` or today. Null if a day does not exist, the
 * range is reversed, or it has more than 366 days.
 */
export function readDays(given: { readonly from?: string; readonly to?: string }, today: string): DayRange | null {
  const to = given.to ?? today
  const end = dayMs(to)
  if (end === null) return null
  const from = given.from ?? dayText(end - (DEFAULT_DAYS - 1) * DAY_MS)
  const start = dayMs(from)
  if (start === null || start > end || end - start >= MAX_DAYS * DAY_MS) return null
  return { from, to }
}

/** Every day of a range, in order. */
export function daysOf({ from, to }: DayRange): string[] {
  const days: string[] = []
  for (let ms = dayMs(from) as number; ms <= (dayMs(to) as number); ms += DAY_MS) days.push(dayText(ms))
  return days
}

/** The day as UTC ms; null if it does not exist, like 30 February. */
function dayMs(day: string): number | null {
  const ms = Date.parse(`${day}T00:00:00Z`)
  return Number.isNaN(ms) || dayText(ms) !== day ? null : ms
}

const dayText = (ms: number): string => new Date(ms).toISOString().slice(0, 10)
