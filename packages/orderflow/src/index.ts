export * from './errors.ts'

export * from './units/units.ts'
export {
  commonUnit,
  decimalUnit,
  fromUnits,
  multiplyUnits,
  parseFraction,
  toUnits,
  unitRatio,
} from './units/decimals.ts'
export type { DecimalUnit, Fraction } from './units/decimals.ts'
export * from './time.ts'
export * from './backoff.ts'
export { absLots, addLots, bigLotsAt, lotsAt, quotient, storeLots, subtractLots, toLots } from './units/lots.ts'
export type { Lots } from './units/lots.ts'

export * from './trades/trades.ts'
export * from './trades/merge-trades.ts'
export * from './trades/gaps.ts'

export {
  BAR_COMPLETE,
  BAR_INCOMPLETE,
  BAR_OPEN,
  BAR_REPAIRING,
  barBuffers,
  barsEqual,
  copyBars,
  emptyBars,
  firstDifference,
  lowerBoundT,
  NO_ROW,
  sliceBars,
} from './bars/bars.ts'
export type { Bars } from './bars/bars.ts'
export * from './bars/cycles.ts'
export * from './bars/bar-arena.ts'
export {
  barDelta,
  barQuote,
  barVolume,
  cellDelta,
  cellQuote,
  sumDelta,
  sumQuoteDelta,
  sumVolume,
} from './bars/bar-lots.ts'
export * from './bars/aggregate-trades.ts'
export { composeBars } from './bars/compose-bars.ts'
export * from './bars/sequence-rule.ts'
export * from './bars/sequence-bars.ts'
export { regroupBars } from './bars/regroup-bars.ts'

export { pocRow } from './footprint/poc.ts'
export { valueArea } from './footprint/value-area.ts'
export { imbalancesOf, oppositeLots, ratioText } from './footprint/imbalance.ts'
export type { Imbalance } from './footprint/imbalance.ts'

export * from './profile/range-profile.ts'

export { DRAWING_POINTS, drawingPriceAt, touchesDrawing } from './drawing/drawing.ts'
export type { DrawingKind, DrawingPoint, DrawingShape } from './drawing/drawing.ts'

export { descending, digestSweeps, rowsSwept, SWEEP_GAP_MS, SweepChain, sweepSize } from './tape/sweeps.ts'
export type { Sweep, SweepDigest } from './tape/sweeps.ts'
export * from './tape/recent-tape.ts'
export * from './tape/size-window.ts'
export * from './tape/big-trades.ts'

export { ladder, stepText, storedSteps } from './precision/ladder.ts'
export * from './precision/recommend-step.ts'
export * from './precision/sequence-sizes.ts'

export * from './coverage/coverage.ts'

export {
  bigTradesSwitch,
  DEFAULT_SETTINGS,
  EFFORT_PRESETS,
  effortPresetOf,
  needsNativeRows,
  showsBigTrades,
} from './settings/settings.ts'
export type { EffortPreset, IndicatorSettings } from './settings/settings.ts'
export { MAX_ZONE_BARS, parseSettings } from './settings/parse-settings.ts'
export { decodeSettings, encodeSettings, settingsEqual } from './settings/encode-settings.ts'

export * from './signals/signal.ts'

export type { Zone, ZoneKind } from './zones/zone.ts'
export { zoneEvents } from './zones/zone-events.ts'
export { percentFrom, relativeVolume, scanValues } from './scanner/scan-values.ts'
export type { ScanValues } from './scanner/scan-values.ts'
export * from './zones/bands.ts'

export { cvdResetOf, cvdSessionStart } from './delta/cvd.ts'
export type { CvdReset } from './delta/cvd.ts'

export { addSums, NO_SUMS, sumsOfBars, sumsOfTrades, vwapAnchorOf, vwapOpenAt, vwapStart } from './vwap/vwap.ts'
export type { VwapAnchor, VwapSums } from './vwap/vwap.ts'

export {
  analysisBuffers,
  AnalysisColumns,
  BUY_GRADE_MASK,
  BUY_STACK,
  copyAnalysis,
  roundScore,
  SELL_GRADE_MASK,
  SELL_GRADE_SHIFT,
  SELL_STACK,
} from './analysis/analysis.ts'
export type { Analysis, AnalysisPart, AnalysisUpdate, BarsUpdate, Effort, Stack } from './analysis/analysis.ts'
export * from './analysis/analyzer.ts'

export { decodeTrades, decodeTradesForBars, encodeTrades, TradeBuffers } from './codec/trades-codec.ts'
export * from './codec/big-trades-codec.ts'
export { decodeSweeps, encodeSweeps } from './codec/sweeps-codec.ts'
export { decodeBars, decodeMany, encodeBars } from './codec/bars-codec.ts'
export * from './codec/answer.ts'
export * from './codec/frame.ts'

export * from './codec/depth-frame-codec.ts'
export { decodeCoarserColumns, decodeDepthColumns, encodeDepthColumns } from './codec/depth-columns-codec.ts'
export { decodeDepthParts, encodeDepthParts } from './codec/depth-parts-codec.ts'
export type { DepthPart, DepthParts } from './codec/depth-parts-codec.ts'
export * from './codec/derivatives-codec.ts'

export * from './depth/depth.ts'
export { Book, WHOLE_WINDOW } from './depth/book.ts'
export { BookChangesBuilder } from './depth/book-changes.ts'
export { clipRows, depthStep, regroupColumns, rescaleColumns, sliceColumns } from './depth/depth-columns.ts'
export { foldColumns } from './depth/fold-columns.ts'
export type { FoldOptions } from './depth/fold-columns.ts'
export { composeColumns } from './depth/compose-columns.ts'
export type { ComposeOptions } from './depth/compose-columns.ts'

export * from './depth/liquidity.ts'
export * from './depth/resting-volume.ts'
export * from './depth/book-imbalance.ts'
export * from './depth/walls.ts'

export * from './derivatives/derivatives.ts'
export type { BarTimes } from './derivatives/bar-times.ts'
export { foldLiquidations } from './derivatives/fold-liquidations.ts'
export type { LiquidationBars } from './derivatives/fold-liquidations.ts'
export { foldStats } from './derivatives/fold-stats.ts'
export type { StatBars } from './derivatives/fold-stats.ts'
export * from './derivatives/funding.ts'

export * from './practice/practice.ts'
export type { BookLevels } from './practice/book-levels.ts'
export { PracticeSession } from './practice/practice-session.ts'
export type { BookAt } from './practice/practice-session.ts'
export { decodePractice, encodePractice } from './practice/journal-codec.ts'
export { computePracticeStatistics } from './practice/statistics.ts'
export type { PracticeStatistics } from './practice/statistics.ts'
export { practiceCsv, practiceMoneyText, practicePriceText } from './practice/practice-text.ts'

export { compareCutoffs, ReplayBars } from './live/replay-bars.ts'
export type { Cutoff, ReplayChange } from './live/replay-bars.ts'
export { LiveBars } from './live/live-bars.ts'
export type { LiveChange, Refetch, Revision } from './live/live-bars.ts'
