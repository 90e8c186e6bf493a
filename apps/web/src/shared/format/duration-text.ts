import type { TFunction } from 'i18next'

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
