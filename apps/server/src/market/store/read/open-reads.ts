import { coverage } from '../coverage/live-gaps.ts'
import { findInstrument, listInstruments } from '../instruments.ts'
import type { StoreContext } from '../store-context.ts'
import type { TapeReads } from '../types.ts'
import { readBigTrades } from './read-big-trades.ts'
import { readHistory } from './read-history.ts'
import { readProfile } from './read-profile.ts'
import { readRangeState } from './read-range-state.ts'
import { readTrades } from './read-trades.ts'

/** The reads of a tape over the pool of the context. */
export const openReads = (context: StoreContext): TapeReads => ({
  listInstruments: (cut) => listInstruments(context, cut),
  findInstrument: (symbol) => findInstrument(context, symbol),
  readHistory: (instrument, query) => readHistory(context, instrument, query),
  readProfile: (instrument, query) => readProfile(context, instrument, query),
  readTrades: (instrument, query) => readTrades(context, instrument, query),
  readBigTrades: (instrument, query) => readBigTrades(context, instrument, query),
  coverage: (instrument, cut, isReplay) => coverage(context, instrument, cut, isReplay),
  readRangeState: (instrument, range) => readRangeState(context, instrument, range),
})
