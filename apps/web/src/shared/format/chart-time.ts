/** Times of the chart: in the zone that the user chose, and to the second. */
import type { Language } from '@flowprint/i18n'
import type { TFunction } from 'i18next'
import { dayTimeSeparator, formatUtcDay, padTwo } from './time.ts'

/** Granularity of a label on the time axis. */
type TickLevel = 'year' | 'month' | 'day' | 'minute' | 'second'

/** Units of durations, longest first. */
const DURATION_UNITS = [
  ['days', 86_400_000],
  ['hours', 3_600_000],
  ['minutes', 60_000],
  ['seconds', 1000],
] as const

export type TimeZoneChoice = 'local' | 'utc'

/** All time formats of the page, in one language and time zone. */
export interface TimeFormat {
  readonly zoneOffsetMs: (t: number) => number
  readonly tick: (t: number, level: TickLevel) => string
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
export function createTimeFormat(language: Language, zone: TimeZoneChoice, shortBars = false): TimeFormat {
  const timeZone = zone === 'utc' ? 'UTC' : undefined
  const make = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(language === 'zh' ? 'zh-CN' : 'en-GB', {
      timeZone,
      hourCycle: 'h23',
      ...options,
    })
    return (t: number) => format.format(t)
  }
  const ticks: Record<TickLevel, (t: number) => string> = {
    year: make({ year: 'numeric' }),
    month: make({ month: 'short' }),
    day: make({ month: 'short', day: 'numeric' }),
    minute: make({ hour: '2-digit', minute: '2-digit' }),
    second: make({ hour: '2-digit', minute: '2-digit', second: '2-digit' }),
  }
  const offset = (t: number) => (zone === 'utc' ? 0 : -new Date(t).getTimezoneOffset() * 60_000)
  const day = (t: number) => formatUtcDay(t + offset(t), language)
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

/** "3 s", "4 min", "2 h": the largest unit, rounded down. */
export function formatDuration(t: TFunction, ms: number): string {
  for (const [unit, size] of DURATION_UNITS) {
    if (ms >= size) return t(`status.${unit}`, { value: Math.floor(ms / size) })
  }
  return t('status.seconds', { value: Math.floor(ms / 1000) })
}

/** A lag in readable precision: "120 ms" below a second, then seconds with one decimal, then whole units. */
export function formatLag(t: TFunction, ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`
  return ms < 10_000 ? t('status.seconds', { value: (ms / 1000).toFixed(1) }) : formatDuration(t, ms)
}

/** "2 h 15 min": the two largest non-zero units. */
export function formatSpan(t: TFunction, ms: number): string {
  const parts: string[] = []
  let rest = Math.max(0, ms)
  for (const [unit, size] of DURATION_UNITS) {
    const value = Math.floor(rest / size)
    rest -= value * size
    if (value > 0 && parts.length < 2) parts.push(t(`drawings.measure.${unit}`, { value }))
  }
  return parts.length > 0 ? parts.join(' ') : t('drawings.measure.seconds', { value: 0 })
}

/** Time to the bar's close as "4:07" or "1:02:33". Input: ms; negative values count as 0. */
export function formatCountdown(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000))
  const hours = Math.floor(seconds / 3600)
  const minutes = Math.floor(seconds / 60) % 60
  return hours > 0 ? `${hours}:${padTwo(minutes)}:${padTwo(seconds % 60)}` : `${minutes}:${padTwo(seconds % 60)}`
}

/** ".187": the milliseconds of a time. */
export function formatMillis(ts: number): string {
  return `.${String(((ts % 1000) + 1000) % 1000).padStart(3, '0')}`
}
