import { ASK, BID, type BookChanges, decimalUnit, fromUnits, MINUTE_MS, SECOND_MS } from '@flowprint/orderflow'
import { readShared } from '@flowprint/testkit'
import { createSimulatedBook, DEMO_MARKETS, DEMO_SEED } from '@flowprint/venues'

const RECORDED_FILE = 'data/ws/hftbacktest_usdm_btcusdt_20240808.gz'
const SIMULATED_MINUTES = 12
const SIMULATED_FROM = Date.UTC(2026, 4, 13, 14)
/** Interval of the venue's updates. */
const UPDATE_MS = 100

/** A book of Binance USD-M: messages as received. */
export interface Recording {
  /** The market and its source, for the names of rows. */
  readonly name: string
  /** As busy as the goals assume; the simulated market has fewer changes for each book and commit. */
  readonly isBusy: boolean
  readonly tickSize: string
  readonly lotSize: string
  /** The REST answer. */
  readonly snapshot: string
  /** Levels of each side in the REST answer. */
  readonly snapshotLevels: number
  /** Updates in order of arrival, with their exchange time. */
  readonly updates: readonly { readonly text: string; readonly t: number }[]
}

/** The recorded book of BTCUSDT perpetuals, or the simulated BTC/USD in the same messages where the file is not there. */
export function readRecording(): Recording {
  return readRecordedBook() ?? simulateRecording()
}

function readRecordedBook(): Recording | null {
  const text = readShared(RECORDED_FILE)
  if (text === null) {
    console.log(`bench: ${RECORDED_FILE} is not there: the simulated book is used`)
    return null
  }
  let snapshot: string | null = null
  const updates: { text: string; t: number }[] = []
  for (const line of text.split('\n')) {
    const json = line.slice(line.indexOf(' ') + 1)
    if (json.includes('"lastUpdateId"')) snapshot ??= json
    if (!json.includes('"depthUpdate"')) continue
    updates.push({ text: json, t: Number(/"T":(\d+)/.exec(json)?.[1]) })
  }
  if (snapshot === null || updates.length === 0) throw new Error(`bench: ${RECORDED_FILE} lacks a snapshot or updates`)
  return {
    name: 'BTCUSDT perpetuals, recorded',
    isBusy: true,
    tickSize: '0.1',
    lotSize: '0.001',
    snapshot,
    snapshotLevels: 1_000,
    updates,
  }
}

/** The venue's messages of a simulated book: everything that changed in each tenth of a second. */
export function simulateRecording(minutes = SIMULATED_MINUTES): Recording {
  const [market] = DEMO_MARKETS
  const { tickSize, lotSize } = market
  const book = createSimulatedBook({ seed: DEMO_SEED, market })
  const price = decimalUnit(tickSize)
  const qty = decimalUnit(lotSize)
  const textOf = (ticks: number, lots: number): [string, string] => [fromUnits(ticks, price), fromUnits(lots, qty)]
  // The first update begins before the snapshot: it proves that the book continues.
  const from = SIMULATED_FROM + SECOND_MS
  const until = SIMULATED_FROM + minutes * MINUTE_MS
  const start = book.snapshotAt(from)
  const snapshot = {
    lastUpdateId: idAt(from) - 1,
    E: from,
    T: from,
    bids: Array.from(start.bidTicks, (ticks, i) => textOf(ticks, start.bidLots[i])),
    asks: Array.from(start.askTicks, (ticks, i) => textOf(ticks, start.askLots[i])),
  }
  const updates: { text: string; t: number }[] = []
  for (let t = from - UPDATE_MS; t < until; t += UPDATE_MS) {
    const levels = lastLevels(book.changes(t, t + UPDATE_MS))
    const sideOf = (side: number): [string, string][] =>
      levels.filter((level) => level.side === side).map(({ ticks, lots }) => textOf(ticks, lots))
    const [U, u] = [idAt(t), idAt(t + UPDATE_MS) - 1]
    const T = t + UPDATE_MS - 1
    const message = { e: 'depthUpdate', E: T, T, s: 'BTCUSDT', U, u, pu: U - 1, b: sideOf(BID), a: sideOf(ASK) }
    updates.push({ text: JSON.stringify(message), t: T })
  }
  const snapshotLevels = Math.min(snapshot.bids.length, snapshot.asks.length)
  return {
    name: 'BTC/USD, simulated',
    isBusy: false,
    tickSize,
    lotSize,
    snapshot: JSON.stringify(snapshot),
    snapshotLevels,
    updates,
  }
}

/** Id of the first change at or after a time. */
const idAt = (t: number): number => t - SIMULATED_FROM

interface Level {
  readonly side: number
  readonly ticks: number
  readonly lots: number
}

/** A venue sends each level once, as it is at the end of its interval. */
function lastLevels({ side, ticks, lots }: BookChanges): readonly Level[] {
  const last = new Map<number, Level>()
  for (let k = 0; k < ticks.length; k++)
    last.set(ticks[k] * 2 + (side[k] === ASK ? 1 : 0), { side: side[k], ticks: ticks[k], lots: lots[k] })
  return [...last.values()]
}
