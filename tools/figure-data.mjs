// What the pictures of the indicators show: stretches of the simulated market that the engine computed, found by what they are to
// show. Made at every build from the same seed, so nobody types a number and every build has the same ones.
import { aggregateTrades, Analyzer, BUY_GRADE_MASK, DEFAULT_SETTINGS, regroupBars } from '@flowprint/orderflow'
import { createSimulator, DEMO_BTCUSD, DEMO_SEED } from '@flowprint/markets'

const { symbol, tickSize, lotSize } = DEMO_BTCUSD
/** A day that has everything, in minutes and rows of five dollars. */
const FROM = Date.UTC(2025, 9, 6)
const HOURS = 24
const CYCLE_MS = 60_000
const STEP = 50

/** The figures, by their kind. */
export function figureData() {
  const trades = createSimulator({ seed: DEMO_SEED, market: DEMO_BTCUSD }).trades(FROM, FROM + HOURS * 3_600_000)
  const bars = regroupBars(aggregateTrades(trades, { cycleMs: CYCLE_MS, step: 1 }), STEP)
  const analysis = new Analyzer(DEFAULT_SETTINGS, { units: { tickSize, lotSize } }).update(bars, 0)
  const day = { bars, analysis, indexOf: new Map([...bars.t].map((t, i) => [t, i])) }
  return {
    poc: poc(day),
    delta: delta(day),
    stack: stack(day),
    zone: zone(day),
    effort: effort(day),
    alike: alike(day),
  }
}

/** Three bars, each with a point of control of its own that stands out. */
function poc(day) {
  const outstanding = (i) => {
    const volumes = cellsOf(day, i)
      .map(([, bid, ask]) => bid + ask)
      .sort((a, b) => b - a)
    return volumes[0] / volumes[1]
  }
  const at = best(day, (i) => {
    const shown = [i, i + 1, i + 2]
    if (!fits(day, i, i + 3, 12) || new Set(shown.map((bar) => day.analysis.pocRow[bar])).size < 3) return -1
    return Math.min(...shown.map(outstanding))
  })
  return { ...stretch(day, at, at + 3), focus: 1 }
}

/** Price at a new high of the stretch on a bar whose delta is clearly negative. */
function delta(day) {
  const { bars } = day
  const last = best(day, (i) => {
    if (i < 14) return -1
    const before = Math.max(...bars.high.subarray(i - 13, i))
    if (bars.high[i] <= before || bars.close[i] <= bars.open[i]) return -1
    return (bars.bid[i] - bars.ask[i]) / (bars.bid[i] + bars.ask[i])
  })
  return { ...stretch(day, last - 13, last + 1, false), focus: 13 }
}

/** A run of buying imbalances in the middle of three bars. */
function stack(day) {
  const { analysis, indexOf } = day
  let found = null
  for (const each of analysis.stacks) {
    const i = indexOf.get(each.t)
    if (each.side !== 'buy' || i === 0 || i + 2 > day.bars.length || !fits(day, i - 1, i + 2, 12)) continue
    if (found === null || each.count > found.count) found = each
  }
  const i = indexOf.get(found.t)
  return {
    ...stretch(day, i - 1, i + 2),
    focus: 1,
    stack: { low: found.lowRow, high: found.highRow, count: found.count },
  }
}

/** The whole life of a zone that a stack left: born, tested, broken. */
function zone(day) {
  const { analysis, indexOf } = day
  const lives = analysis.zones.flatMap((each) => {
    if (each.kind !== 'stack' || each.ended === null || each.tests < 2) return []
    const born = indexOf.get(each.born)
    const ended = indexOf.get(each.ended)
    return ended - born >= 10 && ended - born <= 40 && born >= 5 ? [{ ...each, born, ended }] : []
  })
  const { side, born, ended, lowRow, highRow, tests } = lives.sort((a, b) => b.tests - a.tests || a.born - b.born)[0]
  const from = born - 5
  return {
    ...stretch(day, from, ended + 3, false),
    focus: born - from,
    zone: { side, low: lowRow, high: highRow, born: born - from, ended: ended - from, tests },
  }
}

/** The clearest bar whose volume got nowhere, and what came after it. */
function effort(day) {
  const { analysis, indexOf } = day
  const found = analysis.efforts
    .filter(({ t }) => indexOf.get(t) >= 10 && indexOf.get(t) + 7 < day.bars.length)
    .sort((a, b) => b.score - a.score)[0]
  const i = indexOf.get(found.t)
  const { side, relVolume, deltaShare, progress } = found
  return {
    ...stretch(day, i - 9, i + 7, false),
    focus: 9,
    effort: { side, relVolume: round(relVolume), deltaShare: round(deltaShare), progress: round(progress) },
  }
}

/** Two candles that look alike, one bought and one sold. */
function alike(day) {
  const { bars } = day
  const share = (i) => (bars.ask[i] - bars.bid[i]) / (bars.ask[i] + bars.bid[i])
  const shape = (i) => [bars.close[i] - bars.open[i], bars.high[i] - bars.low[i]]
  let found = { score: -1, at: 0, pair: [0, 0] }
  for (let i = 0; i + 5 < bars.length; i++) {
    if (!fits(day, i, i + 5, 16)) continue
    for (let a = i; a < i + 5; a++) {
      for (let b = a + 1; b < i + 5; b++) {
        const [bodyA, rangeA] = shape(a)
        const [bodyB, rangeB] = shape(b)
        const body = Math.abs(bodyA)
        if (body < 2 * STEP || Math.abs(bodyA - bodyB) > 0.25 * body || Math.abs(rangeA - rangeB) > 0.25 * rangeA)
          continue
        const score = share(a) * share(b) < 0 ? Math.min(Math.abs(share(a)), Math.abs(share(b))) : -1
        if (score > found.score) found = { score, at: i, pair: [a - i, b - i] }
      }
    }
  }
  return { ...stretch(day, found.at, found.at + 5), focus: found.pair[0], pair: found.pair }
}

/** The bar with the greatest score above 0; the earliest of equals. */
function best({ bars }, score) {
  let at = -1
  let most = 0
  for (let i = 0; i + 3 < bars.length; i++) {
    const value = score(i)
    if (value > most) [at, most] = [i, value]
  }
  if (at < 0) throw new Error('figures: the simulated day shows nothing of the kind')
  return at
}

/** Whether bars [from, to) lie on few enough rows, each on enough of them, to be read in a small picture. */
function fits({ bars }, from, to, most) {
  let low = Infinity
  let high = -Infinity
  for (let i = from; i < to; i++) {
    const rows = bars.cellStart[i + 1] - bars.cellStart[i]
    if (rows < 5) return false
    low = Math.min(low, bars.low[i])
    high = Math.max(high, bars.high[i])
  }
  return Math.floor(high / STEP) - Math.floor(low / STEP) < most
}

/** Bars [from, to) with what the indicators say about each; cells only where a picture shows them. */
function stretch(day, from, to, withCells = true) {
  const { bars, analysis } = day
  const list = []
  for (let i = from; i < to; i++) {
    list.push({
      t: bars.t[i],
      open: bars.open[i],
      high: bars.high[i],
      low: bars.low[i],
      close: bars.close[i],
      bid: bars.bid[i],
      ask: bars.ask[i],
      poc: analysis.pocRow[i],
      val: analysis.valRow[i],
      vah: analysis.vahRow[i],
      cells: withCells ? cellsOf(day, i) : [],
    })
  }
  return { symbol, tickSize, lotSize, step: STEP, bars: list }
}

/** [row, bid, ask, grade of a buying imbalance, of a selling one] from the lowest row up. */
function cellsOf({ bars, analysis }, i) {
  const list = []
  for (let c = bars.cellStart[i]; c < bars.cellStart[i + 1]; c++) {
    const flags = analysis.cellFlags[c]
    list.push([bars.row[c], bars.cellBid[c], bars.cellAsk[c], flags & BUY_GRADE_MASK, (flags >> 2) & BUY_GRADE_MASK])
  }
  return list
}

const round = (value) => Math.round(value * 100) / 100
