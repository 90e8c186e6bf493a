import { create } from 'zustand'

/** What a link shows in addition to symbol, settings and view. */
export interface SharedView {
  readonly symbol: string
  /** The parameter `d`; parsed by sharing/drawings-text.ts. */
  readonly drawings: string | null
  /** Visible bars, ms. */
  readonly range: { readonly from: number; readonly to: number } | null
}

/** The link the page was opened with, until its range is shown and its drawings are saved or dismissed. */
export const useSharedView = create<{ readonly view: SharedView | null }>()(() => ({ view: null }))

/** Reads a link's parameters; no effect when there are none. */
export function adoptShared(parameters: URLSearchParams, symbol: string): void {
  const drawings = parameters.get('d')
  const [from, to] = [parameters.get('from'), parameters.get('to')].map((text) =>
    /^\d{1,15}$/.test(text ?? '') ? Number(text) : null,
  )
  const range = from !== null && to !== null && from < to ? { from, to } : null
  if (drawings !== null || range !== null) useSharedView.setState({ view: { symbol, drawings, range } })
}
