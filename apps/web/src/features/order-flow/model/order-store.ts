import type { Menus } from '@flowprint/contract'
import { create } from 'zustand'
import { type KeyValueStore, readJson, STORAGE_KEYS, writeJson } from '../../../shared/local-store.ts'
import {
  precisionFor,
  type PrecisionMemory,
  readPrecisionMemory,
  rememberPrecision,
  writePrecisionMemory,
} from './precision.ts'
import { type PartialSelection, sameSelection, type Selection } from './selection.ts'

export const HISTORY_LENGTH = 20

/** The history after viewing `symbol`: newest first, no duplicates, at most 20. */
export function withViewed(history: readonly string[], symbol: string): readonly string[] {
  return [symbol, ...history.filter((other) => other !== symbol)].slice(0, HISTORY_LENGTH)
}

/** The stored history; empty when the value is not a list of names. */
export function readHistory(store?: KeyValueStore): readonly string[] {
  const stored = readJson(STORAGE_KEYS.symbolHistory, store)
  if (!Array.isArray(stored)) return []
  const names = stored.filter((name): name is string => typeof name === 'string' && name !== '')
  return [...new Set(names)].slice(0, HISTORY_LENGTH)
}

export function writeHistory(history: readonly string[], store?: KeyValueStore): void {
  writeJson(STORAGE_KEYS.symbolHistory, history, store)
}

/**
 * The order state: what the chart shows (`applied`) and what the selectors contain (`draft`). The selectors only change
 * the draft; `switchTo` applies it.
 */
export interface OrderState {
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
  const stored = readJson(STORAGE_KEYS.selection)
  if (typeof stored !== 'object' || stored === null) return {}
  const { symbol, cycle } = stored as Record<string, unknown>
  const text = (value: unknown) => (typeof value === 'string' ? value : undefined)
  return { symbol: text(symbol), cycle: text(cycle) }
}
