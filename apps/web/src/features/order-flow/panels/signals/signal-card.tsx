import {
  type Absorption,
  type Exhaustion,
  type Lots,
  type Signal,
  toLots,
  type UnfinishedAuction,
} from '@flowprint/orderflow'
import { useTranslation } from 'react-i18next'
import { formatPercent } from '../../../../shared/format/number.ts'
import { useMarket } from '../../model/market-store.ts'
import { stepOf } from '../../model/precision.ts'
import {
  type Amounts,
  formatPrice,
  formatShare,
  textUnits,
  type TextUnits,
  type Traded,
} from '../../model/quantity-text.ts'
import { useTimeFormat } from '../../model/time-zone.ts'
import { useChartSettings } from '../../model/settings-store.ts'
import styles from '../../ui/card.module.css'

const two = (value: number) => value.toFixed(2)

interface Words {
  readonly units: TextUnits
  readonly step: number
  readonly amounts: Amounts
  /** Traded amount of the mark's bar. */
  readonly bar: Traded
}

/** Explains a mark of a single bar: every input and its threshold (INDICATORS 9). */
export function SignalCard({ signal, amounts, bar }: Pick<Words, 'amounts' | 'bar'> & { readonly signal: Signal }) {
  const { t } = useTranslation()
  const meta = useMarket((state) => state.meta)
  const step = meta && stepOf(meta.precision, meta.units.tickSize)
  if (!meta || !step) return null
  const words = { units: textUnits(meta.units), step, amounts, bar }
  const high = signal.side === 'high'
  const tone = signal.kind === 'unfinished' ? 'warning' : high ? 'resistance' : 'support'
  return (
    <>
      <h3 className={styles.title} data-tone={tone}>
        {t(`signals.${signal.kind}.${signal.side}`)}
      </h3>
      <p className="mb-1 text-default">
        {t(high ? `signals.${signal.kind}.sentenceHigh` : `signals.${signal.kind}.sentenceLow`)}
      </p>
      {signal.kind === 'unfinished' && <UnfinishedList auction={signal} {...words} />}
      {signal.kind === 'absorption' && <AbsorptionList absorption={signal} {...words} />}
      {signal.kind === 'exhaustion' && <ExhaustionList exhaustion={signal} {...words} />}
      <p className="mt-1 text-faint text-xs">{t('signals.moment')}</p>
    </>
  )
}

function UnfinishedList({ auction, units, amounts }: Words & { readonly auction: UnfinishedAuction }) {
  const { t } = useTranslation()
  const time = useTimeFormat()
  const limits = useChartSettings((state) => state.indicators.unfinished)
  const { side, tick, dominant, opposite, meanCell, ended } = auction
  const needed = Number(limits.dominant) * meanCell
  // All volume traded at one price.
  const atTick = (lots: Lots) => ({ lots, quote: toLots(BigInt(tick) * BigInt(lots)) })
  const one = atTick(1)
  return (
    <ul className={styles.list}>
      <li>{t('signals.unfinished.price', { price: formatPrice(tick, units) })}</li>
      <li>
        {t(`signals.unfinished.dominantOf.${side}`, {
          value: amounts.exact(atTick(dominant)),
          limit: amounts.about(needed, one),
        })}
      </li>
      <li>
        {t(`signals.unfinished.oppositeOf.${side}`, {
          value: amounts.exact(atTick(opposite)),
          limit: amounts.about(needed * Number(limits.opposite), one),
        })}
      </li>
      <li>{t('signals.unfinished.mean', { value: amounts.about(meanCell, one) })}</li>
      <li>
        {ended === null ? t('signals.unfinished.live') : t('signals.unfinished.ended', { time: time.bar(ended) })}
      </li>
    </ul>
  )
}

function AbsorptionList({ absorption, units, step, amounts, bar }: Words & { readonly absorption: Absorption }) {
  const { t } = useTranslation()
  const time = useTimeFormat()
  const limits = useChartSettings((state) => state.indicators.absorption)
  const { side, lowRow, highRow, dominant, opposite, relVolume, medianVolume, share, retreat, known } = absorption
  const range = {
    low: formatPrice(lowRow * step, units),
    high: formatPrice((highRow + 1) * step, units),
    rows: highRow - lowRow + 1,
  }
  return (
    <ul className={styles.list}>
      <li>{t('signals.absorption.range', range)}</li>
      <li>
        {t(`signals.absorption.volumeOf.${side}`, {
          value: amounts.about(dominant, bar),
          median: amounts.about(medianVolume, bar),
          times: two(relVolume),
          limit: limits.relVolume,
        })}
      </li>
      <li>
        {t(`signals.absorption.oppositeOf.${side}`, { value: amounts.about(opposite, bar), limit: limits.opposite })}
      </li>
      <li>
        {t(`signals.absorption.shareOf.${side}`, {
          value: formatPercent(share),
          limit: formatPercent(Number(limits.share)),
        })}
      </li>
      <li>{t('signals.absorption.retreatOf', { value: two(retreat), limit: limits.retreat })}</li>
      <li>{t('signals.absorption.known', { time: time.bar(known) })}</li>
    </ul>
  )
}

function ExhaustionList({ exhaustion, amounts, bar }: Words & { readonly exhaustion: Exhaustion }) {
  const { t } = useTranslation()
  const limits = useChartSettings((state) => state.indicators.exhaustion)
  const { side, cells, meanCell } = exhaustion
  return (
    <ul className={styles.list}>
      <li>
        {t(`signals.exhaustion.cells.${side}`, { list: cells.map((lots) => amounts.about(lots, bar)).join(' · ') })}
      </li>
      <li>
        {t('signals.exhaustion.extremeOf', {
          value: formatShare(cells[0], cells[3]),
          limit: formatPercent(Number(limits.extreme)),
        })}
      </li>
      <li>{t('signals.exhaustion.peakOf', { value: two(Number(cells[3]) / meanCell), limit: limits.peak })}</li>
      <li>{t('signals.exhaustion.half')}</li>
    </ul>
  )
}
