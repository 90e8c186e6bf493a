export * from './errors.ts'

export * from './units/decimal-unit.ts'
export * from './units/common-unit.ts'
export * from './units/to-units.ts'
export * from './units/from-units.ts'
export * from './units/fraction.ts'
export * from './units/lots.ts'
export { quotient } from './units/quotient.ts'

export * from './trades/trades.ts'
export * from './trades/trade-builder.ts'
export * from './trades/trade-columns.ts'
export * from './trades/trade-order.ts'
export * from './trades/lower-bound-ts.ts'
export * from './trades/merge-trades.ts'
export * from './trades/scale-trades.ts'
export * from './trades/gaps.ts'

export * from './bars/bars.ts'
export * from './bars/cycles.ts'
export * from './bars/bar-arena.ts'
export * from './bars/bar-columns.ts'
export * from './bars/bar-sums.ts'
export * from './bars/bars-equal.ts'
export * from './bars/aggregate-trades.ts'
export * from './bars/compose-bars.ts'
export * from './bars/sequence-rule.ts'
export * from './bars/sequence-cuts.ts'
export * from './bars/sequence-bars.ts'
export * from './bars/sequence-numbers.ts'
export * from './bars/regroup-bars.ts'

export { pocRow, rawPocTick } from './footprint/poc.ts'
export { valueArea } from './footprint/value-area.ts'
export type { ValueArea } from './footprint/value-area.ts'
export * from './footprint/imbalance.ts'
export { barBid, barAsk, barVolume, barDelta, barMinDelta, barMaxDelta } from './footprint/lots-of.ts'
export {
  cellBidLots,
  cellAskLots,
  cellVolume,
  cellDelta,
  cellQuote,
  barQuote,
  barQuoteDelta,
} from './footprint/lots-of.ts'

export * from './profile/range-profile.ts'
export * from './profile/sum-bars.ts'
export * from './profile/naked.ts'

export * from './drawing/drawing-shape.ts'
export { drawingPriceAt } from './drawing/price-at.ts'
export * from './drawing/touches.ts'

export { plainSweep, rowsSwept, SWEEP_GAP_MS } from './tape/sweeps.ts'
export type { Sweep } from './tape/sweeps.ts'
export * from './tape/recent-tape.ts'
export * from './tape/sweep-digest.ts'
export * from './tape/sweep-chain.ts'
export * from './tape/size-window.ts'
export * from './tape/big-trades.ts'
export * from './tape/live-big-trades.ts'

export * from './precision/ladder.ts'
export * from './precision/step-text.ts'
export * from './precision/stored-steps.ts'
export * from './precision/typical-span.ts'
export * from './precision/recommend-step.ts'
export * from './precision/sequence-sizes.ts'

export * from './coverage/coverage.ts'
export * from './coverage/sequence-coverage.ts'

export * from './settings/settings.ts'
export { bigTradesSwitch, showsBigTrades } from './settings/big-trades-shown.ts'
export { needsNativeRows } from './settings/native-rows.ts'
export * from './settings/default-settings.ts'
export { parseSettings, MAX_ZONE_BARS } from './settings/parse-settings.ts'
export * from './settings/encode-settings.ts'

export * from './signals/signal.ts'

export * from './zones/zone.ts'
export * from './zones/bands.ts'

export { cvdOpenBefore, cvdResetOf, cvdSessionStart } from './delta/cvd.ts'
export type { CvdBefore, CvdReset } from './delta/cvd.ts'

export { addSums, NO_SUMS, sumsOfBars, sumsOfTrades } from './vwap/vwap-sums.ts'
export type { VwapSums } from './vwap/vwap-sums.ts'
export { vwapAnchorOf, vwapOpenAt, vwapStart } from './vwap/vwap.ts'
export type { VwapAnchor } from './vwap/vwap.ts'

export * from './analysis/analysis.ts'
export * from './analysis/analyzer.ts'
export * from './analysis/round-score.ts'
export * from './analysis/settled-from.ts'

export * from './codec/limits.ts'
export { TradeBuffers } from './codec/trades-body.ts'
export * from './codec/big-trades-codec.ts'
export { decodeSweeps, encodeSweeps } from './codec/sweeps-codec.ts'
export * from './codec/trades-codec.ts'
export * from './codec/bars-codec.ts'
export * from './codec/answer-meta.ts'
export * from './codec/answer.ts'
export * from './codec/frame.ts'

export type { AnalysisUpdate, BarsUpdate } from './live/bars-update.ts'
export * from './live/live-bars.ts'
export type { LiveChange, Refetch, Revision } from './live/live-change.ts'
