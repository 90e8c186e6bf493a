import type { FootprintBar, Profile, ProfileQuery } from '@flowprint/contract'
import {
  BAR_COMPLETE,
  BAR_INCOMPLETE,
  BAR_OPEN,
  BAR_REPAIRING,
  addLots,
  subtractLots,
  profileOfBar,
  profilePoc,
  profileValueArea,
  stepText,
} from '@flowprint/orderflow'
import type { Analysis, Bars } from '@flowprint/orderflow'
import { decimalWriter } from '../../text.ts'
import type { DecimalWriter } from '../../text.ts'
import { baseUnit, quoteUnit } from './present-trades.ts'
import type { VolumeUnit } from './present-trades.ts'
import type { StoredProfile } from '../../store/index.ts'

/** States of a bar as named in the contract. */
export const BAR_STATES: Readonly<Record<number, FootprintBar['state']>> = {
  [BAR_OPEN]: 'open',
  [BAR_COMPLETE]: 'complete',
  [BAR_REPAIRING]: 'repairing',
  [BAR_INCOMPLETE]: 'incomplete',
}

/** Max levels per text. */
const BATCH_LEVELS = 1000

/**
 * Yields bars [first, bars.length) as JSON text separated by commas, in short texts however many levels a bar has.
 * Those before index `leadIn` are marked as lead-in.
 * Input   `price` formats ticks. Row prices (poc, vah, val, levels) are the lower edges.
 */
export function* barTexts(
  bars: Bars,
  analysis: Analysis,
  options: {
    readonly first: number
    readonly leadIn: number
    readonly price: DecimalWriter
    readonly volume: VolumeUnit
    /** Numbers within their days; null for time bars. */
    readonly numbers: Uint32Array | null
  },
): Generator<string> {
  const { first, leadIn, price, volume, numbers } = options
  for (let i = first; i < bars.length; i++) {
    const { bid, ask, minDelta, maxDelta } = volume.sums(i)
    const bar: Omit<FootprintBar, 'levels'> = {
      t: Math.floor(bars.t[i]),
      ...(numbers === null ? {} : { number: numbers[i] }),
      state: BAR_STATES[bars.state[i]],
      revision: bars.revision[i],
      lead_in: i < leadIn,
      open: price(bars.open[i]),
      high: price(bars.high[i]),
      low: price(bars.low[i]),
      close: price(bars.close[i]),
      volume: volume.text(addLots(bid, ask)),
      bid: volume.text(bid),
      ask: volume.text(ask),
      trades: bars.trades[i],
      delta: volume.text(subtractLots(ask, bid)),
      min_delta: minDelta === null ? null : volume.text(minDelta),
      max_delta: maxDelta === null ? null : volume.text(maxDelta),
      poc: price(analysis.pocTick[i]),
      vah: price(analysis.vahRow[i] * bars.step),
      val: price(analysis.valRow[i] * bars.step),
    }
    yield `${i === first ? '' : ','}${JSON.stringify(bar).slice(0, -1)},"levels":[`
    yield* levelTexts(bars, i, price, volume)
    yield ']}'
  }
}

/** Same as `presentLevels`, but as JSON text: decimals need no escaping. */
function* levelTexts(bars: Bars, i: number, price: DecimalWriter, volume: VolumeUnit): Generator<string> {
  const [first, end] = [bars.cellStart[i], bars.cellStart[i + 1]]
  for (let from = first; from < end; from += BATCH_LEVELS) {
    let text = ''
    for (let cell = from; cell < Math.min(from + BATCH_LEVELS, end); cell++) {
      const edge = price(bars.row[cell] * bars.step)
      const [bid, ask] = [volume.text(volume.cellBid(cell)), volume.text(volume.cellAsk(cell))]
      text += `${cell === first ? '' : ','}["${edge}","${bid}","${ask}",${bars.cellBidTrades[cell]},${bars.cellAskTrades[cell]}]`
    }
    yield text
  }
}

/** The rows of bar i as JSON, ascending. */
function presentLevels(bars: Bars, i: number, price: DecimalWriter, volume: VolumeUnit): FootprintBar['levels'] {
  const levels: FootprintBar['levels'] = []
  for (let cell = bars.cellStart[i]; cell < bars.cellStart[i + 1]; cell++) {
    levels.push([
      price(bars.row[cell] * bars.step),
      volume.text(volume.cellBid(cell)),
      volume.text(volume.cellAsk(cell)),
      bars.cellBidTrades[cell],
      bars.cellAskTrades[cell],
    ])
  }
  return levels
}

/** The JSON answer of /profile. Row prices (poc, vah, val) are the lower edges. `share`: percent of the value area. */
export function presentProfile(
  stored: StoredProfile,
  query: ProfileQuery,
  { share, delayed }: { share: string; delayed: boolean },
): Profile {
  const { instrument, sum } = stored
  const price = decimalWriter(instrument.tickSize)
  const volume = query.unit === 'quote' ? quoteUnit(sum, instrument) : baseUnit(sum, instrument)
  const traded = sum.length > 0
  const { bid, ask } = traded ? volume.sums(0) : { bid: 0, ask: 0 }
  const profile = profileOfBar(sum)
  const { valRow, vahRow } = profileValueArea(profile, share)
  const edge = (row: number): string | null => (traded ? price(row * sum.step) : null)
  return {
    symbol: instrument.symbol,
    precision: stepText(sum.step, instrument.tickSize),
    tick_size: instrument.tickSize,
    lot_size: instrument.lotSize,
    instrument_version: instrument.version,
    tape: instrument.tape,
    last_seq: stored.lastSeq,
    watermark: stored.watermark,
    delayed,
    simulated: instrument.simulated,
    ...(query.unit === 'quote' ? { unit: 'quote' as const } : {}),
    from: stored.from,
    to: stored.to,
    state: BAR_STATES[stored.state],
    value_area: share,
    high: traded ? price(sum.high[0]) : null,
    low: traded ? price(sum.low[0]) : null,
    poc: edge(profilePoc(profile)),
    vah: edge(vahRow),
    val: edge(valRow),
    totals: {
      volume: volume.text(addLots(bid, ask)),
      bid: volume.text(bid),
      ask: volume.text(ask),
      delta: volume.text(subtractLots(ask, bid)),
      trades: traded ? sum.trades[0] : 0,
    },
    rows: traded ? presentLevels(sum, 0, price, volume) : [],
  }
}
