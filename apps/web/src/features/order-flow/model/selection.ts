import type { Menus } from '@flowprint/contract'
import { isSequenceCycle } from '@flowprint/orderflow'
import { readJson, readRecord, STORAGE_KEYS, writeJson } from '../../../shared/local-store.ts'

/** What the chart shows: the three values that the switch button applies. */
export interface Selection {
  readonly symbol: string
  readonly cycle: string
  readonly precision: string
}

export function sameSelection(a: Selection | null, b: Selection | null): boolean {
  return a?.symbol === b?.symbol && a?.cycle === b?.cycle && a?.precision === b?.precision
}

/** The parts of a selection that a URL or local storage contains. */
type PartialSelection = { readonly [Key in keyof Selection]?: string }

export function readSelection(search: string): PartialSelection {
  const parameters = new URLSearchParams(search)
  const part = (name: keyof Selection) => parameters.get(name)?.trim() || undefined
  return { symbol: part('symbol'), cycle: part('cycle'), precision: part('precision') }
}

export function isSelection(value: PartialSelection): value is Selection {
  return Boolean(value.symbol && value.cycle && value.precision)
}

/** A plain positive decimal, as /footprint requires for a precision. */
const DECIMAL = /^\d{1,18}(\.\d{1,18})?$/

/**
 * The symbol to show: the requested one, whether or not the menus list it, otherwise the last one, otherwise the menus'
 * default.
 */
export function symbolToShow(menus: Menus, asked: PartialSelection, last: PartialSelection): string | undefined {
  const known = menus.symbol.some(({ value }) => value === last.symbol)
  return asked.symbol ?? (known ? last.symbol : undefined) ?? menus.initRecommand?.symbol ?? menus.symbol[0]?.value
}

/**
 * Completes a partial selection from a URL with the last visit, then with the menus. An unknown symbol is kept, so that
 * the page can report it instead of showing another market. Null only when there is nothing to show.
 */
export function resolveSelection(
  menus: Menus,
  asked: PartialSelection,
  last: PartialSelection,
  precisionFor: (symbol: string, cycle: string) => string | undefined,
): Selection | null {
  const symbol = symbolToShow(menus, asked, last)
  if (symbol === undefined) return null
  const cycles = menus.cycle.map(({ value }) => value)
  const usable = (cycle: string | undefined) =>
    cycle !== undefined && (cycles.includes(cycle) || isSequenceCycle(cycle)) ? cycle : undefined
  const cycle = usable(asked.cycle) ?? usable(last.cycle) ?? usable(menus.initRecommand?.cycle) ?? cycles[0] ?? '5m'
  const given = asked.precision !== undefined && DECIMAL.test(asked.precision) ? asked.precision : undefined
  return { symbol, cycle, precision: given ?? precisionFor(symbol, cycle) ?? '1' }
}

/** The URL of /order with these parameters; colons and commas stay unescaped. */
export function orderSearch(parameters: Readonly<Record<string, string | undefined>>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined) query.set(name, value)
  }
  const text = query.toString().replaceAll('%3A', ':').replaceAll('%2C', ',')
  return text && `?${text}`
}

export const HISTORY_LENGTH = 20

/** The history after viewing `symbol`: newest first, no duplicates, at most 20. */
export function withViewed(history: readonly string[], symbol: string): readonly string[] {
  return [symbol, ...history.filter((other) => other !== symbol)].slice(0, HISTORY_LENGTH)
}

/** The stored history; empty when the value is not a list of names. */
export function readHistory(): readonly string[] {
  const stored = readJson(STORAGE_KEYS.symbolHistory)
  if (!Array.isArray(stored)) return []
  const names = stored.filter((name): name is string => typeof name === 'string' && name !== '')
  return [...new Set(names)].slice(0, HISTORY_LENGTH)
}

export function writeHistory(history: readonly string[]): void {
  writeJson(STORAGE_KEYS.symbolHistory, history)
}

/** The last selection, for a URL that leaves parts out. */
export function lastSelection(): PartialSelection {
  const { symbol, cycle } = readRecord(STORAGE_KEYS.selection)
  const text = (value: unknown) => (typeof value === 'string' ? value : undefined)
  return { symbol: text(symbol), cycle: text(cycle) }
}
