import { fromUnits, decimalUnit, type InstrumentUnits } from '@flowprint/orderflow'
import type { TFunction } from 'i18next'
import { lotsText, signed, textUnits } from '../model/quantity-text.ts'
import type { Measured } from './geometry/measure-range.ts'
import type { DrawingWords } from './paint/brush.ts'

/** Labels of drawings, in the page's language and the market's units. */
export function drawingWords(t: TFunction, units: InstrumentUnits | null): DrawingWords {
  if (units === null) return { price: String, measured: () => [] }
  const texts = textUnits(units)
  const tick = decimalUnit(units.tickSize)
  return {
    price: (ticks) => fromUnits(ticks, tick),
    measured: (measured) => {
      const { ticks, share, bars, ms, volume, delta } = measured
      const parts = share === null ? '' : ` (${signed((share / 100).toFixed(2))}%)`
      return [
        `${signed(fromUnits(ticks, tick))}${parts} · ${t('drawings.measure.ticks', { ticks: signed(String(ticks)) })}`,
        `${t('drawings.measure.bars', { bars })} · ${spanText(t, ms)}`,
        volume === null || delta === null
          ? t('drawings.measure.unknown')
          : `${t('drawings.measure.volume', { volume: lotsText(volume, texts) })} · ` +
            `${t('drawings.measure.delta', { delta: signed(lotsText(delta, texts)) })}${partial(t, measured)}`,
      ]
    },
  }
}

const partial = (t: TFunction, { isPartial }: Measured) => (isPartial ? ` ${t('drawings.measure.partial')}` : '')

const STEPS = [
  ['days', 86_400_000],
  ['hours', 3_600_000],
  ['minutes', 60_000],
  ['seconds', 1000],
] as const

/** "2 h 15 min": the two largest non-zero units. */
export function spanText(t: TFunction, ms: number): string {
  const parts: string[] = []
  let rest = Math.max(0, ms)
  for (const [unit, size] of STEPS) {
    const value = Math.floor(rest / size)
    rest -= value * size
    if (value > 0 && parts.length < 2) parts.push(t(`drawings.measure.${unit}`, { value }))
  }
  return parts.length > 0 ? parts.join(' ') : t('drawings.measure.seconds', { value: 0 })
}
