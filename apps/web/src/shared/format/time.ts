import type { TimeLevel } from '@flowprint/chart'
import type { Language } from '@flowprint/i18n'
import type { TFunction } from 'i18next'

const two = (value: number) => String(value).padStart(2, '0')
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** "2026.11.20", as the membership indicator writes it, or "20 Nov 2026", in local time. */
export function dayText(iso: string, language: Language): string {
  const day = new Date(iso)
  return textOf(day.getFullYear(), day.getMonth(), day.getDate(), language)
}

/** The UTC date in the same format. `t` in ms. */
export function utcDayText(t: number, language: Language): string {
  const day = new Date(t)
  return textOf(day.getUTCFullYear(), day.getUTCMonth(), day.getUTCDate(), language)
}

function textOf(year: number, month: number, day: number, language: Language): string {
  return language === 'zh' ? `${year}.${two(month + 1)}.${two(day)}` : `${day} ${MONTHS[month]} ${year}`
}

/** Separator between date and time. */
export const dayTimeSeparator = (language: Language): string => (language === 'zh' ? ' ' : ', ')

/** "2026.11.20 14:05" or "20 Nov 2026, 14:05", in local time. */
export function timeText(iso: string, language: Language): string {
  const time = new Date(iso)
  return `${dayText(iso, language)}${dayTimeSeparator(language)}${two(time.getHours())}:${two(time.getMinutes())}`
}

const DAY_S = 86_400

/** Days and hours:minutes:seconds of a duration, rounded up to whole seconds. */
export function splitLeft(ms: number): { readonly days: number; readonly time: string } {
  const seconds = Math.max(0, Math.ceil(ms / 1000))
  const two = (value: number) => String(value).padStart(2, '0')
  const rest = seconds % DAY_S
  return {
    days: Math.floor(seconds / DAY_S),
    time: [rest / 3600, (rest % 3600) / 60, rest % 60].map((part) => two(Math.floor(part))).join(':'),
  }
}

/** "2 d 05:12:09"; below a day without "0 d". */
export function leftText(t: TFunction, ms: number): string {
  const { days, time } = splitLeft(ms)
  return days === 0 ? time : t('business.left', { days, time })
}

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

const STEPS = [
  { key: 'days', ms: 86_400_000 },
  { key: 'hours', ms: 3_600_000 },
  { key: 'minutes', ms: 60_000 },
] as const

/** "3 s", "4 min", "2 h": the largest unit, rounded down. */
export function durationText(t: TFunction, ms: number): string {
  for (const { key, ms: size } of STEPS) {
    if (ms >= size) return t(`status.${key}`, { value: Math.floor(ms / size) })
  }
  return t('status.seconds', { value: Math.floor(ms / 1000) })
}

/** A lag in readable precision: "120 ms" below a second, then seconds with one decimal, then whole units. */
export function lagText(t: TFunction, ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`
  return ms < 10_000 ? t('status.seconds', { value: (ms / 1000).toFixed(1) }) : durationText(t, ms)
}

/** Formats a moment for a datetime field, UTC to the minute; with seconds when not zero. */
export function fieldText(at: number): string {
  const text = new Date(at).toISOString()
  return at % 60_000 === 0 ? text.slice(0, 16) : text.slice(0, 19)
}

/** Parses such a field to ms; null when incomplete. */
export function momentOf(text: string): number | null {
  const at = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?$/.test(text) ? Date.parse(`${text}Z`) : Number.NaN
  return at >= 0 ? at : null
}

const SECOND_MS = 1000
const TWO_DIGITS = 10 * SECOND_MS

/** "85 ms", "2.4 s", "75 s"; a dash when unknown. */
export function msText(ms: number | null): string {
  if (ms === null) return '–'
  const size = Math.abs(ms)
  if (size < SECOND_MS) return `${ms} ms`
  return `${size < TWO_DIGITS ? (ms / SECOND_MS).toFixed(1) : Math.round(ms / SECOND_MS)} s`
}
