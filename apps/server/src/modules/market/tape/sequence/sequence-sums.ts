import { DAY_MS, cvdSessionStart, vwapStart } from '@flowprint/orderflow'
import type { CvdReset, VwapAnchor } from '@flowprint/orderflow'
import type { OpenSums, SumReader } from '../read-sums.ts'
import { joinSums, NOTHING } from '../sums.ts'
import type { Sums } from '../sums.ts'
import { floorTo } from '../tiers.ts'
import type { BarsBack } from './bars-back.ts'

/**
 * CVD and VWAP sums before the fills or volume bar that begins at `first`. Such bars share milliseconds, so the first
 * and last day of a sum are added bar by bar; the days between come from stored rows.
 */
export async function readSequenceSums(
  back: BarsBack,
  reader: SumReader,
  query: {
    readonly first: number
    readonly cvdReset: CvdReset | undefined
    readonly vwapAnchor: VwapAnchor | undefined
  },
): Promise<OpenSums> {
  const { first } = query
  const cvdFrom = cvdSessionStart(first, query.cvdReset ?? 'day')
  const vwapFrom = vwapStart(first, query.vwapAnchor ?? 'day', 0) ?? first
  const cvd = await sumsBetween(back, reader, cvdFrom, first)
  const { vwap } = vwapFrom === cvdFrom ? cvd : await sumsBetween(back, reader, vwapFrom, first)
  return { cvdOpen: cvd.delta, cvdQuoteOpen: cvd.quoteDelta, vwapOpen: vwap }
}

async function sumsBetween(back: BarsBack, reader: SumReader, from: number, first: number): Promise<Sums> {
  if (from >= first) return NOTHING
  const day = floorTo(first, DAY_MS)
  const own = await back.sums(day, from, first)
  if (from >= day) return own
  const begin = floorTo(from, DAY_MS)
  if (from === begin || from === -Infinity) return joinSums(await reader.read(from, day), own)
  return joinSums(joinSums(await back.sums(begin, from, begin + DAY_MS), await reader.read(begin + DAY_MS, day)), own)
}
