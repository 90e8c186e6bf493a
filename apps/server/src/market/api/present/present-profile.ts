import type { Profile, ProfileQuery } from '@flowprint/contract'
import { addLots, profileOfBar, profilePoc, profileValueArea, subtractLots, stepText } from '@flowprint/orderflow'
import type { StoredProfile } from '../../store/index.ts'
import { decimalWriter } from '../../decimal-text.ts'
import { BAR_STATES, presentLevels } from './present-bars.ts'
import { baseUnit, quoteUnit } from './volume-unit.ts'

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
