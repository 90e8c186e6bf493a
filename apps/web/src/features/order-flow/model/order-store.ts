import type { Menus } from '@flowprint/contract'
import { create } from 'zustand'
import { createScopedStore } from './chart-scope.ts'
import {
  paneRows,
  precisionFor,
  type PrecisionMemory,
  readPrecisionMemory,
  rememberPrecision,
  writePrecisionMemory,
} from './precision.ts'
import { readHistory, sameSelection, type Selection, withViewed, writeHistory } from './selection.ts'

/** Viewed symbols, newest first, and chosen precisions: of all charts. */
export const useOrderMemory = create<{
  readonly history: readonly string[]
  readonly precisions: PrecisionMemory
}>()(() => ({ history: readHistory(), precisions: readPrecisionMemory() }))

function rememberSymbol(symbol: string): void {
  const history = withViewed(useOrderMemory.getState().history, symbol)
  writeHistory(history)
  useOrderMemory.setState({ history })
}

/**
 * The order state: what the chart shows (`applied`) and what the selectors contain (`draft`). The selectors only change
 * the draft; `switchTo` applies it.
 */
interface OrderState {
  readonly applied: Selection | null
  readonly draft: Selection | null
  chooseSymbol(menus: Menus, symbol: string): void
  chooseCycle(menus: Menus, cycle: string): void
  choosePrecision(menus: Menus, precision: string): void
  /** The precision of this chart for symbol and cycle. */
  precisionOf(menus: Menus, symbol: string, cycle: string): string | undefined
  /** Applies the draft; returns it, or null when there is none. */
  switchTo(): Selection | null
  /** Applies a selection from a URL and resets the draft to it. */
  adopt(selection: Selection): void
}

export const useOrder = createScopedStore<OrderState>((scope) => (set, get) => {
  /** Once symbol and cycle are chosen, the precision follows from the recommendations; the symbol joins the history. */
  const redraft = (menus: Menus, symbol: string, cycle: string) => {
    const precision = get().precisionOf(menus, symbol, cycle) ?? get().draft?.precision ?? '1'
    rememberSymbol(symbol)
    set({ draft: { symbol, cycle, precision } })
  }
  return {
    applied: scope.selection,
    draft: scope.selection,
    chooseSymbol(menus, symbol) {
      const { draft } = get()
      if (draft) redraft(menus, symbol, draft.cycle)
    },
    chooseCycle(menus, cycle) {
      const { draft } = get()
      if (draft) redraft(menus, draft.symbol, cycle)
    },
    choosePrecision(menus, precision) {
      const { draft } = get()
      if (!draft) return
      const { precisions: before } = useOrderMemory.getState()
      const { symbol, cycle } = draft
      const precisions = rememberPrecision(before, menus, symbol, cycle, precision, paneRows(scope))
      writePrecisionMemory(precisions)
      useOrderMemory.setState({ precisions })
      set({ draft: { ...draft, precision } })
    },
    precisionOf: (menus, symbol, cycle) =>
      precisionFor(menus, useOrderMemory.getState().precisions, symbol, cycle, paneRows(scope)),
    switchTo() {
      const { draft, adopt } = get()
      if (draft) adopt(draft)
      return draft
    },
    adopt(selection) {
      // A change of settings also changes the URL: keep the draft.
      if (sameSelection(get().applied, selection)) return
      rememberSymbol(selection.symbol)
      scope.persist({ selection })
      set({ applied: selection, draft: selection })
    },
  }
})
