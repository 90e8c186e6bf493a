import { rowsWithNumbers } from '@flowprint/chart'
import type { Menus, MenuSymbol } from '@flowprint/contract'
import { decimalUnit, isSequenceCycle, sequenceStep, stepText, toUnits } from '@flowprint/orderflow'
import { readJson, STORAGE_KEYS, writeJson } from '../../../shared/local-store.ts'
import { useChartSettings } from './settings-store.ts'

/** Height above and below the chart before it is laid out, CSS px. */
const AROUND_CHART = 140

/** Number of rows with readable numbers that fit the pane in this window. */
function paneRows(): number {
  if (typeof document === 'undefined') return Infinity
  const height = document.querySelector('[data-chart]')?.clientHeight ?? 0
  return rowsWithNumbers(height > 0 ? height : innerHeight - AROUND_CHART, useChartSettings.getState().view.panes)
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

/** The precision in canonical form, as menus and links use it; null when it is no multiple of the tick. */
export function tidyPrecision(precision: string, tickSize: string): string | null {
  const step = stepOf(precision.trim(), tickSize)
  if (step === null) return null
  return stepText(step, tickSize)
}

/** Trade and volume cycles are treated like this cycle when no recommendation is known. */
const LIKE = '5m'

/** Number of rows that recommendations assume (docs/formulas/precision.md). */
const USUAL_ROWS = 40

/** The recommended precision, or a taller step of the ladder when the pane fits clearly fewer `rows` than usual. */
export function recommendedPrecision(
  menus: Menus,
  symbol: string,
  cycle: string,
  rows = paneRows(),
): string | undefined {
  const text = menuPrecision(menus, symbol, cycle)
  const market = menus.symbol.find(({ value }) => value === symbol)
  const step = text === undefined || market === undefined ? null : stepOf(text, market.tick_size)
  if (rows >= USUAL_ROWS || step === null || market === undefined) return text
  const wanted = (step * USUAL_ROWS) / Math.max(1, rows)
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
  return step === null ? known[LIKE] : stepText(step, tickSize)
}

/** Default for symbol and cycle: the user's choice, otherwise the recommendation, otherwise the finest step. */
export function precisionFor(menus: Menus, memory: PrecisionMemory, symbol: string, cycle: string): string | undefined {
  const market = menus.symbol.find(({ value }) => value === symbol)
  if (!market) return undefined
  const own = memory[memoryKey(symbol, cycle)]
  if (own !== undefined && stepOf(own, market.tick_size) !== null) return own
  return recommendedPrecision(menus, symbol, cycle) ?? market.precision[0] ?? market.tick_size
}

export interface PrecisionOption {
  readonly value: string
  readonly recommended: boolean
  readonly remembered: boolean
  readonly chosen: boolean
}

/** The ladder of a symbol with the recommended and the user's step marked; a custom step is inserted in order. */
export function precisionOptions(
  market: MenuSymbol,
  recommended: string | undefined,
  remembered: string | undefined,
  current: string,
): PrecisionOption[] {
  const steps = new Map<number, string>()
  for (const value of [...market.precision, recommended, remembered, current]) {
    const step = value === undefined ? null : stepOf(value, market.tick_size)
    if (step !== null && value !== undefined && !steps.has(step)) steps.set(step, value)
  }
  const isStep = (text: string | undefined, step: number) =>
    text !== undefined && stepOf(text, market.tick_size) === step
  return [...steps]
    .sort(([a], [b]) => a - b)
    .map(([step, value]) => ({
      value,
      recommended: isStep(recommended, step),
      remembered: isStep(remembered, step),
      chosen: isStep(current, step),
    }))
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
): PrecisionMemory {
  const { [memoryKey(symbol, cycle)]: _, ...rest } = memory
  return precision === recommendedPrecision(menus, symbol, cycle)
    ? rest
    : { ...rest, [memoryKey(symbol, cycle)]: precision }
}

export function readPrecisionMemory(): PrecisionMemory {
  const stored = readJson(STORAGE_KEYS.precision)
  if (typeof stored !== 'object' || stored === null) return {}
  return Object.fromEntries(Object.entries(stored).filter(([, value]) => typeof value === 'string'))
}

export function writePrecisionMemory(memory: PrecisionMemory): void {
  writeJson(STORAGE_KEYS.precision, memory)
}
