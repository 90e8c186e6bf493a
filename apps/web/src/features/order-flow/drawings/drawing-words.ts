import { decimalUnit, fromUnits, type InstrumentUnits } from '@flowprint/orderflow'
import type { TFunction } from 'i18next'
import { formatSpan } from '../../../shared/format/chart-time.ts'
import { formatSigned } from '../../../shared/format/number.ts'
import { formatLots, textUnits } from '../model/quantity-text.ts'
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
      const parts = share === null ? '' : ` (${formatSigned((share / 100).toFixed(2))}%)`
      return [
        `${formatSigned(fromUnits(ticks, tick))}${parts} · ${t('drawings.measure.ticks', { ticks: formatSigned(String(ticks)) })}`,
        `${t('drawings.measure.bars', { bars })} · ${formatSpan(t, ms)}`,
        volume === null || delta === null
          ? t('drawings.measure.unknown')
          : `${t('drawings.measure.volume', { volume: formatLots(volume, texts) })} · ` +
            `${t('drawings.measure.delta', { delta: formatSigned(formatLots(delta, texts)) })}${partial(t, measured)}`,
      ]
    },
  }
}

const partial = (t: TFunction, { isPartial }: Measured) => (isPartial ? ` ${t('drawings.measure.partial')}` : '')
