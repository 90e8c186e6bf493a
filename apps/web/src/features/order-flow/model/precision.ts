import { rowsWithNumbers } from '@flowprint/chart'
import type { Menus } from '@flowprint/contract'
import { decimalUnit, isSequenceCycle, sequenceStep, stepText, toUnits } from '@flowprint/orderflow'
import { readRecord, STORAGE_KEYS, writeJson } from '../../../shared/local-store.ts'
import type { ChartScope } from './chart-scope.ts'
import { useChartSettings } from './settings-store.ts'

/** Height above and below the chart before it is laid out, CSS px. */
const AROUND_CHART_PX = 140

/** Number of rows with readable numbers that fit the pane of this chart. */
export function paneRows(scope: ChartScope): number {
  if (typeof document === 'undefined') return Infinity
  const height = scope.element?.clientHeight ?? 0
  const { panes } = useChartSettings.of(scope).getState().view
  return rowsWithNumbers(height > 0 ? height : innerHeight - AROUND_CHART_PX, panes)
}

/** The user's precision per symbol and cycle. */
export type PrecisionMemory = Readonly<Record<string, string>>

const memoryKey = (symbol: string, cycle: string) => `${symbol} ${cycle}`

/** Precision in ticks, or null when the text is not a positive multiple of the tick. */
export function stepOf(precision: string, tickSize: string): number | null {
  try {
    const step = toUnits(precision, decimalUnit(tickSize))
    return step >= 1 && step <= 2 ** 31 - 1 ? step : null
  } catch {
    return null
  }
}

/** Trade and volume cycles are treated like this cycle when no recommendation is known. */
const SUBSTITUTE_CYCLE = '5m'

/** Number of rows that recommendations assume (docs/formulas/precision.md). */
const ASSUMED_ROWS = 40

/** The recommended precision, or a taller step of the ladder when the pane fits clearly fewer `rows` than usual. */
export function recommendedPrecision(menus: Menus, symbol: string, cycle: string, rows = Infinity): string | undefined {
  const text = menuPrecision(menus, symbol, cycle)
  const market = menus.symbol.find(({ value }) => value === symbol)
  const step = text === undefined || market === undefined ? null : stepOf(text, market.tick_size)
  if (rows >= ASSUMED_ROWS || step === null || market === undefined) return text
  const wanted = (step * ASSUMED_ROWS) / Math.max(1, rows)
  const distance = (other: number) => Math.abs(Math.log(other / wanted))
  const steps = market.precision.flatMap((one) => stepOf(one, market.tick_size) ?? []).filter((one) => one > step)
  return stepText(
    steps.reduce((best, one) => (distance(one) < distance(best) ? one : best), step),
    market.tick_size,
  )
}

/** Recommendations of the menus; missing trade and volume cycles are derived from the known ones. */
function menuPrecision(menus: Menus, symbol: string, cycle: string): string | undefined {
  const known = menus.recommend[symbol]
  if (known === undefined || cycle in known || !isSequenceCycle(cycle)) return known?.[cycle]
  const tickSize = menus.symbol.find(({ value }) => value === symbol)?.tick_size
  if (tickSize === undefined) return undefined
  const steps = Object.entries(known).flatMap(([name, text]) => {
    const step = stepOf(text, tickSize)
    return step === null ? [] : [[name, step] as const]
  })
  const step = sequenceStep(Object.fromEntries(steps), cycle, tickSize)
  return step === null ? known[SUBSTITUTE_CYCLE] : stepText(step, tickSize)
}

/** Default for symbol and cycle: the user's choice, otherwise the recommendation, otherwise the finest step. */
export function precisionFor(
  menus: Menus,
  memory: PrecisionMemory,
  symbol: string,
  cycle: string,
  rows = Infinity,
): string | undefined {
  const market = menus.symbol.find(({ value }) => value === symbol)
  if (!market) return undefined
  const own = memory[memoryKey(symbol, cycle)]
  if (own !== undefined && stepOf(own, market.tick_size) !== null) return own
  return recommendedPrecision(menus, symbol, cycle, rows) ?? market.precision[0] ?? market.tick_size
}

export function rememberedPrecision(memory: PrecisionMemory, symbol: string, cycle: string): string | undefined {
  return memory[memoryKey(symbol, cycle)]
}

/**
 * The stored choices after a change; choosing the recommended step deletes the entry, so that later recommendations
 * apply.
 */
export function rememberPrecision(
  memory: PrecisionMemory,
  menus: Menus,
  symbol: string,
  cycle: string,
  precision: string,
  rows = Infinity,
): PrecisionMemory {
  const { [memoryKey(symbol, cycle)]: _, ...rest } = memory
  return precision === recommendedPrecision(menus, symbol, cycle, rows)
    ? rest
    : { ...rest, [memoryKey(symbol, cycle)]: precision }
}

export function readPrecisionMemory(): PrecisionMemory {
  const stored = Object.entries(readRecord(STORAGE_KEYS.precision))
  return Object.fromEntries(stored.filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
}

export function writePrecisionMemory(memory: PrecisionMemory): void {
  writeJson(STORAGE_KEYS.precision, memory)
}
