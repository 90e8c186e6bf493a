/** Changes of an ordered list of symbols, as functions: what two devices changed is made again on what the other left. */
export type ListChange = (items: readonly string[]) => readonly string[]

export const added =
  (symbol: string, most: number): ListChange =>
  (items) =>
    items.includes(symbol) || items.length >= most ? items : [...items, symbol]

export const removed =
  (symbol: string): ListChange =>
  (items) =>
    items.filter((item) => item !== symbol)

/** Puts a symbol at a place, counted without it; a symbol that is gone stays gone. */
export const movedTo =
  (symbol: string, place: number): ListChange =>
  (items) => {
    if (!items.includes(symbol)) return items
    const rest = items.filter((item) => item !== symbol)
    const at = Math.max(0, Math.min(rest.length, place))
    return [...rest.slice(0, at), symbol, ...rest.slice(at)]
  }

/** What a list is to somebody who never made one: what is on offer, the followed markets first. */
export function firstList(
  symbols: readonly { readonly value: string; readonly live: boolean }[],
  most: number,
): readonly string[] {
  const names = (live: boolean) => symbols.filter((market) => market.live === live).map(({ value }) => value)
  return [...names(true), ...names(false)].slice(0, most)
}
