/** Changes of a symbol list as functions, so that they can be reapplied to a list changed on another device. */
export type ListChange = (items: readonly string[]) => readonly string[]

export const added =
  (symbol: string, most: number): ListChange =>
  (items) =>
    items.includes(symbol) || items.length >= most ? items : [...items, symbol]

export const removed =
  (symbol: string): ListChange =>
  (items) =>
    items.filter((item) => item !== symbol)

/** Moves a symbol to an index, counted without it; a removed symbol stays removed. */
export const movedTo =
  (symbol: string, place: number): ListChange =>
  (items) => {
    if (!items.includes(symbol)) return items
    const rest = items.filter((item) => item !== symbol)
    const at = Math.max(0, Math.min(rest.length, place))
    return [...rest.slice(0, at), symbol, ...rest.slice(at)]
  }

/** Default list: available symbols, followed markets first. */
export function firstList(
  symbols: readonly { readonly value: string; readonly live: boolean }[],
  most: number,
): readonly string[] {
  const names = (live: boolean) => symbols.filter((market) => market.live === live).map(({ value }) => value)
  return [...names(true), ...names(false)].slice(0, most)
}
