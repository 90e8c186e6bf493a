import type { TFunction } from 'i18next'
import type { ChartScope } from '../../model/chart-scope.ts'
import { formatCountdown } from '../../../../shared/format/chart-time.ts'
import { formatSize } from '../../../../shared/format/number.ts'
import type { LatestStat } from '../../../../workers/protocol.ts'
import { formatFunding } from '../../model/funding-text.ts'
import { useDerivatives } from '../../model/derivatives-store.ts'
import type { DERIVATIVES_PANES } from '../../model/view-settings.ts'

export type DerivativesPaneKey = (typeof DERIVATIVES_PANES)[number]

/** Values of one bar. */
export interface BarValues {
  readonly long: number
  readonly short: number
  /** 0 unknown, 1 lower bounds, 2 complete. */
  readonly known: number
}

/** Texts of the panes. */
export interface PaneTexts {
  title(pane: DerivativesPaneKey, now: number): string
  format(pane: DerivativesPaneKey, value: number): string
  /** The liquidations of a bar. */
  liquidations(values: BarValues): string
}

/** `units`: names of quantities and of values. */
export function paneTexts(
  scope: ChartScope,
  t: TFunction,
  units: { readonly quantity: string; readonly value: string },
): PaneTexts {
  const unitOf = (pane: DerivativesPaneKey) =>
    pane === 'liquidations' ? units.value : pane === 'openInterest' ? units.quantity : ''
  return {
    title(pane, now) {
      const { state, completeness, latest } = useDerivatives.of(scope).getState()
      const parts = [t(`derivatives.${pane}`), unitOf(pane)]
      if (pane === 'funding' && state === 'ready') parts.push(countdownText(t, latest, now))
      if (state !== 'ready') parts.push(`(${t(`derivatives.pane.${state}`)})`)
      else if (pane === 'liquidations' && completeness === null) parts.push(`(${t('derivatives.pane.none')})`)
      return parts.filter((part) => part !== '').join(' ')
    },
    format: (pane, value) => (pane === 'funding' ? formatFunding(value) : formatSize(Math.abs(value))),
    liquidations({ long, short, known }) {
      if (known === 0) return t('derivatives.pane.unknown')
      const text = (value: number) =>
        known === 1 ? t('derivatives.pane.atLeast', { value: formatSize(value) }) : formatSize(value)
      return t('derivatives.pane.sides', { long: text(long), short: text(short) })
    },
  }
}

function countdownText(t: TFunction, latest: LatestStat | null, now: number): string {
  const next = latest?.next_funding ?? null
  return next === null || next < now ? '' : t('derivatives.nextFunding', { time: formatCountdown(next - now) })
}
