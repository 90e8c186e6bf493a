import { HOUR_MS, MINUTE_MS, DAY_MS } from '@flowprint/orderflow'
import { minutesOf, type ProfilePreferences, type SessionHours } from './profile-preferences.ts'

export interface TimeRange {
  /** [from, to) in ms. */
  readonly from: number
  readonly to: number
}

/** Trading hours of each day in one place. */
export interface SessionRule {
  /** Minutes since midnight; an end that is not later than the start is on the next day. */
  readonly start: number
  readonly end: number
  /** Local time minus UTC at a moment, ms. */
  readonly offsetAt: (t: number) => number
}

/** Trading hours of the world's regions, each with its own daylight saving time. */
const PLACES: Readonly<Record<Exclude<SessionHours, 'day' | 'own'>, { place: string; start: number; end: number }>> = {
  asia: { place: 'Asia/Tokyo', start: 9 * 60, end: 17 * 60 },
  europe: { place: 'Europe/London', start: 8 * 60, end: 16 * 60 + 30 },
  us: { place: 'America/New_York', start: 9 * 60 + 30, end: 16 * 60 },
}

/** `zone`: the page's time zone, which custom hours use. */
export function sessionRule(
  { hours, ownFrom, ownTo }: Pick<ProfilePreferences, 'hours' | 'ownFrom' | 'ownTo'>,
  zone: 'utc' | 'local',
): SessionRule {
  if (hours === 'day') return { start: 0, end: 0, offsetAt: utc }
  if (hours === 'own')
    return { start: minutesOf(ownFrom) ?? 0, end: minutesOf(ownTo) ?? 0, offsetAt: zone === 'utc' ? utc : local }
  const { place, start, end } = PLACES[hours]
  return { start, end, offsetAt: placeOffset(place) }
}

const utc = (): number => 0
const local = (t: number): number => -new Date(t).getTimezoneOffset() * MINUTE_MS

/** The sessions that overlap [from, to), oldest first. */
export function sessionWindows({ start, end, offsetAt }: SessionRule, { from, to }: TimeRange): TimeRange[] {
  const windows: TimeRange[] = []
  const endMinutes = end > start ? end : end + 24 * 60
  const lastDay = Math.floor((to + offsetAt(to)) / DAY_MS)
  for (let day = Math.floor((from + offsetAt(from)) / DAY_MS) - 1; day <= lastDay; day++) {
    const window = {
      from: utcOf(day * DAY_MS + start * MINUTE_MS, offsetAt),
      to: utcOf(day * DAY_MS + endMinutes * MINUTE_MS, offsetAt),
    }
    if (window.to > from && window.from < to && window.to > window.from) windows.push(window)
  }
  return windows
}

/** Converts a local time to UTC ms. The offset is that of the result, found in two steps. */
function utcOf(local: number, offsetAt: (t: number) => number): number {
  const near = local - offsetAt(local)
  return local - offsetAt(near)
}

const offsets = new Map<string, (t: number) => number>()

/** Offset of a place's clocks, cached per hour because formatting is slow. */
function placeOffset(timeZone: string): (t: number) => number {
  const made = offsets.get(timeZone) ?? newPlaceOffset(timeZone)
  offsets.set(timeZone, made)
  return made
}

function newPlaceOffset(timeZone: string): (t: number) => number {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  })
  const known = new Map<number, number>()
  return (t) => {
    const hour = Math.floor(t / HOUR_MS)
    let offset = known.get(hour)
    if (offset === undefined) {
      const parts = Object.fromEntries(
        format.formatToParts(hour * HOUR_MS).map(({ type, value }) => [type, Number(value)]),
      )
      offset = Date.UTC(parts.year, parts.month - 1, parts.day, parts.hour, parts.minute) - hour * HOUR_MS
      known.set(hour, offset)
    }
    return offset
  }
}
