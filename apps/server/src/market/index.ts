/** Public interface of the market for the modules. */
export { loadStudy } from './api/load-study.ts'
export type { Study } from './api/load-study.ts'
export { cutOf, loadInstrument } from './load-instrument.ts'
export type {
  ClosedMarket,
  ClosedMinutes,
  DepthStore,
  DerivativesStore,
  Instrument,
  MinutesQuery,
  TapeStore,
} from './store/index.ts'
export type { DepthModes } from './ingest/index.ts'
export { MarketHub, Subscription } from './stream/index.ts'
export type { MarketView, ScannerSource } from './stream/index.ts'
