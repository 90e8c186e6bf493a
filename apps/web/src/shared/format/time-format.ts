import type { TimeLevel } from '@flowprint/chart'
import type { Language } from '@flowprint/i18n'
import { dayTimeSeparator, utcDayText } from '../ui/time-text.ts'

export type TimeZoneChoice = 'local' | 'utc'

/** All time formats of the page, in one language and time zone. */
export interface TimeFormat {
  readonly zoneOffsetMs: (t: number) => number
  readonly tick: (t: number, level: TimeLevel) => string
  /** Date and time to the second. */
  readonly moment: (t: number) => string
  /** The start of a bar: date and time to the minute, to the second when bars are shorter than that. */
  readonly bar: (t: number) => string
  readonly day: (t: number) => string
  /** Time of day to the second. */
  readonly clock: (t: number) => string
  /** A time range; the date appears once when both ends are on the same day. */
  readonly span: (from: number, to: number) => string
  /** "UTC+8" */
  readonly zoneName: string
}

/** "UTC", "UTC+8", "UTC-3:30". Input: local time minus UTC, ms. */
export function zoneName(offsetMs: number): string {
  const minutes = Math.round(offsetMs / 60_000)
  if (minutes === 0) return 'UTC'
  const size = Math.abs(minutes)
  const rest = size % 60 === 0 ? '' : `:${String(size % 60).padStart(2, '0')}`
  return `UTC${minutes < 0 ? '-' : '+'}${Math.floor(size / 60)}${rest}`
}

/** Name of this machine's current time zone. */
export function localZoneName(): string {
  return zoneName(-new Date().getTimezoneOffset() * 60_000)
}

/** `shortBars`: the chart's bars are shorter than a minute. */
export function timeFormat(language: Language, zone: TimeZoneChoice, shortBars = false): TimeFormat {
  const timeZone = zone === 'utc' ? 'UTC' : undefined
  const make = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(language === 'zh' ? 'zh-CN' : 'en-GB', {
      timeZone,
      hourCycle: 'h23',
      ...options,
    })
    return (t: number) => format.format(t)
  }
  const ticks: Record<TimeLevel, (t: number) => string> = {
    year: make({ year: 'numeric' }),
    month: make({ month: 'short' }),
    day: make({ month: 'short', day: 'numeric' }),
    minute: make({ hour: '2-digit', minute: '2-digit' }),
    second: make({ hour: '2-digit', minute: '2-digit', second: '2-digit' }),
  }
  const offset = (t: number) => (zone === 'utc' ? 0 : -new Date(t).getTimezoneOffset() * 60_000)
  const day = (t: number) => utcDayText(t + offset(t), language)
  const withDay = (timeOfDay: (t: number) => string) => (t: number) =>
    `${day(t)}${dayTimeSeparator(language)}${timeOfDay(t)}`
  const moment = withDay(ticks.second)
  return {
    zoneOffsetMs: offset,
    tick: (t, level) => ticks[level](t),
    moment,
    bar: shortBars ? moment : withDay(ticks.minute),
    day,
    clock: ticks.second,
    span: (from, to) => `${moment(from)} – ${day(from) === day(to) ? ticks.second(to) : moment(to)}`,
    zoneName: zoneName(offset(Date.now())),
  }
}
