import { cycleMsOf } from '../bars/cycles.ts'
import type { IndicatorSettings } from './settings.ts'
import { HOUR_MS } from '../time/durations.ts'

/** The setting that decides whether a chart of this cycle shows big trades. */
export function bigTradesSwitch(cycle: string): 'show' | 'showLong' {
  return (cycleMsOf(cycle) ?? 0) >= HOUR_MS ? 'showLong' : 'show'
}

/** Whether a chart of this cycle shows big trades. Input: a cycle such as "5m" or "100t". */
export function showsBigTrades({ bigTrades }: Pick<IndicatorSettings, 'bigTrades'>, cycle: string): boolean {
  return bigTrades[bigTradesSwitch(cycle)]
}
