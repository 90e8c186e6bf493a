import type { Menus } from '@flowprint/contract'
import { isSequenceCycle } from '@flowprint/orderflow'
import { create } from 'zustand'
import { readJson, readRecord, STORAGE_KEYS, writeJson } from '../../../shared/local-store.ts'
import {
  precisionFor,
  type PrecisionMemory,
  readPrecisionMemory,
  rememberPrecision,
  writePrecisionMemory,
} from './precision.ts'

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

/**
 * The order state: what the chart shows (`applied`) and what the selectors contain (`draft`). The selectors only change
 * the draft; `switchTo` applies it.
 */
interface OrderState {
  readonly applied: Selection | null
  readonly draft: Selection | null
  /** Viewed symbols, newest first. */
  readonly history: readonly string[]
  readonly memory: PrecisionMemory
  chooseSymbol(menus: Menus, symbol: string): void
  chooseCycle(menus: Menus, cycle: string): void
  choosePrecision(menus: Menus, precision: string): void
  /** Applies the draft; returns it, or null when there is none. */
  switchTo(): Selection | null
  /** Applies a selection from a URL and resets the draft to it. */
  adopt(selection: Selection): void
}

/**
 * Once symbol and cycle are chosen, the precision follows from the recommendations, and the symbol joins the history.
 */
function redraft(state: OrderState, menus: Menus, symbol: string, cycle: string): Partial<OrderState> {
  const precision = precisionFor(menus, state.memory, symbol, cycle) ?? state.draft?.precision ?? '1'
  const history = withViewed(state.history, symbol)
  writeHistory(history)
  return { draft: { symbol, cycle, precision }, history }
}

export const useOrder = create<OrderState>()((set, get) => ({
  applied: null,
  draft: null,
  history: readHistory(),
  memory: readPrecisionMemory(),
  chooseSymbol(menus, symbol) {
    const { draft } = get()
    if (draft) set(redraft(get(), menus, symbol, draft.cycle))
  },
  chooseCycle(menus, cycle) {
    const { draft } = get()
    if (draft) set(redraft(get(), menus, draft.symbol, cycle))
  },
  choosePrecision(menus, precision) {
    const { draft } = get()
    if (!draft) return
    const memory = rememberPrecision(get().memory, menus, draft.symbol, draft.cycle, precision)
    writePrecisionMemory(memory)
    set({ memory, draft: { ...draft, precision } })
  },
  switchTo() {
    const { draft, adopt } = get()
    if (draft) adopt(draft)
    return draft
  },
  adopt(selection) {
    // A change of settings also changes the URL: keep the draft.
    if (sameSelection(get().applied, selection)) return
    const history = withViewed(get().history, selection.symbol)
    writeHistory(history)
    writeJson(STORAGE_KEYS.selection, selection)
    set({ applied: selection, draft: selection, history })
  },
}))

/** The last selection, for a URL that leaves parts out. */
export function lastSelection(): PartialSelection {
  const { symbol, cycle } = readRecord(STORAGE_KEYS.selection)
  const text = (value: unknown) => (typeof value === 'string' ? value : undefined)
  return { symbol: text(symbol), cycle: text(cycle) }
}
