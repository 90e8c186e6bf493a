import type { ChartFormat, DrawnZone, StatisticKey } from '@flowprint/chart'
import {
  type Bars,
  decimalUnit,
  filledOf,
  fromUnits,
  type InstrumentUnits,
  type SequenceRule,
} from '@flowprint/orderflow'
import type { TFunction } from 'i18next'
import type { TimeFormat } from '../../../shared/format/chart-time.ts'

const STATISTIC_WORDS = {
  volume: 'volume',
  delta: 'delta',
  deltaPercent: 'deltaShare',
  minDelta: 'minDelta',
  maxDelta: 'maxDelta',
  trades: 'trades',
} as const satisfies Record<StatisticKey, string>

/** "S 4x tested 2": side, rows, number of tests. */
export function zoneLabel(t: TFunction, zone: DrawnZone): string {
  const side = t(`chart.zone.short.${zone.side}`)
  const rows = zone.highRow - zone.lowRow + 1
  return zone.tests > 0
    ? t('chart.zone.labelTested', { side, rows, times: zone.tests })
    : t('chart.zone.label', { side, rows })
}

/** Texts and times of the chart in the current language and time zone. `unit`: name of the quantity unit. */
export function chartFormat(t: TFunction, time: TimeFormat, unit: string): ChartFormat {
  return {
    zoneOffsetMs: time.zoneOffsetMs,
    timeTick: time.tick,
    crosshairTime: time.bar,
    zoneLabel: (zone) => zoneLabel(t, zone),
    statisticTitle: (key) => withUnit(t(`chart.tableRow.${STATISTIC_WORDS[key]}`), key === 'volume' ? unit : ''),
    paneTitle: (pane) => withUnit(pane === 'cvd' ? 'CVD' : t('chart.tableRow.volume'), unit),
  }
}

/** "CVD USDT"; only the title when the unit has no name. */
function withUnit(title: string, unit: string): string {
  return unit === '' ? title : `${title} ${unit}`
}

/** What the open bar still needs, in its cycle's unit: "123t" fills, "4.5v" of volume; null when nothing. */
export function missingText(bars: Bars, bar: number, rule: SequenceRule, { lotSize }: InstrumentUnits): string | null {
  const missing = rule.size - filledOf(bars, bar, rule)
  if (missing <= 0) return null
  return rule.kind === 'ticks' ? `${missing}t` : `${fromUnits(missing, decimalUnit(lotSize))}v`
}
