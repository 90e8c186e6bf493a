/** What is stored of a market's order book: nothing, quantity by time and price, or every change as well. */
export const DEPTH_MODES = ['off', 'columns', 'levels'] as const
export type DepthMode = (typeof DEPTH_MODES)[number]
