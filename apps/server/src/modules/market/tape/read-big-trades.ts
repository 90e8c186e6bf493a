import { BigTradeScan, emptyTrades, SIZES_BACK_MS, SWEEP_GAP_MS, SweepChain } from '@flowprint/orderflow'
import type { PoolClient } from 'pg'
import { historyView, inSnapshot } from './history-view.ts'
import type { HistoryView } from './history-view.ts'
import type { Instrument } from './instrument.ts'
import { listHours, readDigests } from './read-digests.ts'
import type { TapeHour } from './read-digests.ts'
import type { StoreContext } from './store-context.ts'
import { floorTo, HOUR } from './tiers.ts'
import type { BigTrades, BigTradesQuery } from './types.ts'

/** Prints behind one answer at most; where small sweeps must be kept as well, fewer. */
const MOST_PRINTS = 4_000_000
const MOST_PRINTS_KEPT = 600_000
/** Looked at before the first sweep that is asked for: what was usual, and an hour to find where a sweep begins. */
const HOURS_BEFORE = SIZES_BACK_MS / HOUR + 1
/** An hour of one side without a pause has no place where a sweep must begin: then further back, so often. */
const MOST_TRIES = 24
/** A sweep that begins before the end is followed to its own: 1,000 prints 100 ms apart. */
const LONGEST_MS = 120_000

/** See `TapeStore.readBigTrades`: everything from one snapshot. */
export function readBigTrades(context: StoreContext, instrument: Instrument, query: BigTradesQuery): Promise<BigTrades> {
  return inSnapshot(context.pool, async (client) => {
    const view = await historyView(client, instrument, query.cut)
    const attempt = (keepAll: boolean): Promise<BigTrades | null> => scan(context, client, instrument, { ...query, view, keepAll })
    const found = (await attempt(false)) ?? (await attempt(true))
    if (found === null) throw new Error('Invariant: with every sweep kept nothing is lacking')
    return found
  })
}

interface ScanRequest extends BigTradesQuery {
  readonly view: HistoryView
  readonly keepAll: boolean
}

/** Null where too few sweeps were kept to tell. */
async function scan(context: StoreContext, client: PoolClient, instrument: Instrument, request: ScanRequest): Promise<BigTrades | null> {
  const { view, own, keepAll } = request
  const { firstTs, lastTs } = view.head
  const end = (request.to ?? Infinity) + (request.resume === true ? 0 : LONGEST_MS)
  const before = Math.min(end, view.before, (lastTs ?? -Infinity) + 1)
  const known = Math.min(end, view.before, view.watermark === null ? Infinity : Math.max(before, view.watermark))
  const to = request.to === undefined ? Math.min(view.before, Math.max(before, view.watermark ?? before)) : Math.min(request.to, known)
  const wanted = Math.max(request.from, firstTs ?? Infinity)
  if (firstTs === null || before <= firstTs) return nothing(request.from, Math.max(request.from, to))
  const listed = await listHours(client, instrument.id, hoursBack(wanted, HOURS_BEFORE + MOST_TRIES), floorTo(before - 1, HOUR))
  const from = firstWithin(listed, wanted, keepAll ? MOST_PRINTS_KEPT : MOST_PRINTS)
  for (let tries = 0; ; tries++) {
    const start = hoursBack(from, HOURS_BEFORE + tries)
    const hours = listed.filter(({ t }) => t >= start)
    // Nothing lies before it, or an hour of silence does.
    const begins = start <= firstTs || hours.length === 0 || hours[0].t > start
    const chain = new SweepChain(begins ? emptyTrades() : null)
    const found = new BigTradeScan(from, own)
    const digests = readDigests(client, context.digests, { instrumentId: instrument.id, hours, before, keepAll, budget: request.budget })
    let isSure = begins
    for await (const digest of digests) {
      found.add(chain.add(digest))
      isSure ||= chain.isSure
      // The first hour must hold a place where a sweep surely begins.
      if (!isSure) break
    }
    if (!isSure && tries < MOST_TRIES) continue
    if (found.isLacking && !keepAll) return null
    return finish(found, chain, { from: from === wanted ? request.from : from, to, known, most: request.most })
  }
}

interface Stretch {
  readonly from: number
  readonly to: number
  /** Every print before it was read, or does not exist. */
  readonly known: number
  readonly most: number
}

function finish(scanned: BigTradeScan, chain: SweepChain, { from, to, known, most }: Stretch): BigTrades {
  const { open } = chain
  const seedAt = open.length > 0 ? open.ts[0] : to
  // What comes later cannot belong to it any more.
  if (open.length > 0 && known - open.ts[open.length - 1] > SWEEP_GAP_MS) scanned.add(chain.end())
  const finished = scanned.found.filter(({ firstTs }) => firstTs < to)
  const count = scanned.found.length
  scanned.addOpen(chain.unfinished())
  const unfinished = scanned.found.slice(count).find(({ firstTs }) => firstTs < to) ?? null
  const extra = finished.length - most
  // Of one millisecond all or none, so that the next page can end there.
  const cutAt = extra > 0 ? finished[extra - 1].firstTs + 1 : from
  const list = finished.filter(({ firstTs }) => firstTs >= cutAt)
  return { from: cutAt, to, list, unfinished, open: chain.open, sizes: scanned.sizes.seed(seedAt, to) }
}

const nothing = (from: number, to: number): BigTrades =>
  ({ from, to, list: [], unfinished: null, open: emptyTrades(), sizes: { minutes: [], sizes: [], floor: 0 } })

const hoursBack = (ts: number, hours: number): number => floorTo(ts, HOUR) - hours * HOUR

/** The wanted beginning, or the earliest whole hour with no more prints behind the answer; at least one hour is answered. */
function firstWithin(hours: readonly TapeHour[], wanted: number, most: number): number {
  let prints = 0
  for (let i = hours.length - 1; i >= 0 && hours[i].t >= hoursBack(wanted, HOURS_BEFORE); i--) {
    prints += hours[i].prints
    if (prints <= most) continue
    const earliest = hours[i].t + (HOURS_BEFORE + 1) * HOUR
    return Math.max(wanted, Math.min(earliest, hours[hours.length - 1].t))
  }
  return wanted
}
