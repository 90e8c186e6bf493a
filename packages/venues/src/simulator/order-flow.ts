import type { TradeBuilder } from '@flowprint/orderflow'
import type { SimulatorModel } from './demo-markets.ts'
import { PATH_STEPS, STEP_MS } from './minute-path.ts'
import type { MinutePath } from './minute-path.ts'
import type { OrderTimes } from './order-times.ts'
import type { QuoteMoves } from './quotes.ts'
import type { Sfc32 } from './random.ts'

/** On average, quotes stay until the path has moved this share of the minute's deviation away. */
const STICKY = 0.12
/** Probability that the quotes follow the path by a sweep of orders; otherwise they move without trades. */
const SWEEP = 0.88
/** How far one order moves the quotes, in deviations of the minute per fill (plus one). */
const REACH = 0.25
/** Size multiplier of trades at a level that absorbs everything, at full pressure. */
const LEVEL_URGE = 2.8
const MAX_SWEEP_TRADES = 9
/** Size multiplier of sweeps relative to trades at the quotes: sweeps come from impatient traders. */
const SWEEP_URGE = 2
/** Probability that an order of a cluster keeps the cluster's side. */
const LOYAL = 0.86
/** Probability that a reply repeats the previous size: one large order, sliced. */
const SLICE = 0.22
/** Influence of the path's direction, and of pressure on a level, on the side of an order. */
const FOLLOW = 0.32
const LEAN = 0.42

/**
 * Turns the path and the arrival times of a minute into trades: a book of one-tick spread around sticky quotes, orders
 * that hit one side of it, sweeps through several prices when the path has moved away, and heavy one-sided trading
 * without progress where a level bends the path. Reused between minutes; a minute does not depend on the previous one.
 */
export class OrderFlow {
  readonly #model: SimulatorModel
  readonly #random: Sfc32
  readonly #path: MinutePath
  readonly #orders: OrderTimes
  /** Side of each cluster's first order: 1 bought, -1 sold, 0 not started. */
  #sides = new Int8Array(1024)
  #out: TradeBuilder | null = null
  #quotes: QuoteMoves | null = null
  /** Trades of the minute so far. */
  #traded = 0
  #start = 0
  #id = 0
  #ms = 0
  #bid = 0
  #sticky = 0
  #campaign = 0
  #cluster = -1
  #lots = 0

  constructor(model: SimulatorModel, random: Sfc32, path: MinutePath, orders: OrderTimes) {
    this.#model = model
    this.#random = random
    this.#path = path
    this.#orders = orders
  }

  /**
   * Appends the trades of the minute that starts at `start` (ms), with ids from `firstId` on; `campaign` is added to
   * the probability of a buyer. Appends the best bids to `quotes`.
   */
  write(start: number, firstId: number, campaign: number, out: TradeBuilder, quotes: QuoteMoves | null): void {
    const orders = this.#orders
    this.#out = out
    this.#start = start
    this.#id = firstId
    this.#ms = 0
    this.#campaign = campaign
    this.#quotes = quotes
    this.#traded = 0
    this.#quote(Math.round(this.#path.price[0] - 0.5))
    this.#sticky = this.#drawSticky()
    this.#cluster = -1
    if (orders.clusters > this.#sides.length) this.#sides = new Int8Array(orders.clusters * 2)
    this.#sides.fill(0, 0, orders.clusters)
    for (let i = 0; i < orders.length; i++) this.#order(i)
    this.#out = null
    this.#quotes = null
  }

  #order(i: number): void {
    const fills = this.#orders.fills[i]
    this.#ms = Math.max(this.#orders.ms[i], this.#ms)
    const step = Math.min(Math.floor(this.#ms / STEP_MS), PATH_STEPS - 1)
    const { price } = this.#path
    const target = price[step] + (price[step + 1] - price[step]) * (this.#ms / STEP_MS - step)
    const gap = target - this.#bid - 0.5
    if (Math.abs(gap) > this.#sticky) {
      const far = this.#path.deviation * REACH * (1 + fills)
      const quoted = Math.round(Math.max(this.#bid - far, Math.min(this.#bid + far, target - 0.5)))
      this.#sticky = this.#drawSticky()
      if (this.#random.unit() < SWEEP) return this.#sweep(quoted, gap > 0 ? 1 : 0, fills, step)
      this.#quote(quoted)
    }
    this.#touch(this.#orders.cluster[i], fills, step)
  }

  /** An order at the quotes: one price, occasionally a second one behind it. */
  #touch(cluster: number, fills: number, step: number): void {
    const random = this.#random
    const buy = this.#side(cluster, step)
    const best = this.#bid + buy
    const round = best % this.#model.smallRoundTicks === 0 ? 0.8 : 0
    const urge = 1 + LEVEL_URGE * Math.abs(this.#path.pressure[step]) + round
    const deeper = fills > 3 && random.unit() < 0.35 ? fills >> 2 : 0
    const repeats = cluster === this.#cluster && random.unit() < SLICE
    this.#cluster = cluster
    this.#lots = repeats ? Math.max(fills, this.#lots) : drawSize(this.#model, random, urge, fills)
    this.#trade(best, this.#lots, buy, fills - deeper)
    if (deeper === 0) return
    const next = best + (buy === 1 ? 1 : -1) * (1 + Math.floor(random.unit() * 3))
    this.#trade(next, drawSize(this.#model, random, urge, deeper), buy, deeper)
  }

  /** Moves the quotes to the bid `quoted` by trades of one side, nearest price first, all within two ms. */
  #sweep(quoted: number, buy: number, fills: number, step: number): void {
    const random = this.#random
    const from = this.#bid + buy
    const to = this.#snap(quoted + buy, from)
    const trades = Math.min(fills, 1 + Math.abs(to - from), MAX_SWEEP_TRADES)
    const urge = SWEEP_URGE + Math.abs(this.#path.pressure[step])
    let left = fills
    for (let j = 1; j <= trades; j++) {
      const price = trades === 1 ? to : Math.round(from + ((to - from) * (j - 1)) / (trades - 1))
      const wish = Math.max(1, Math.floor((fills / trades) * (0.5 + random.unit())))
      const some = j === trades ? left : Math.min(wish, left - (trades - j))
      left -= some
      if (j === 5) this.#ms = Math.min(this.#ms + 1, 59999)
      this.#trade(price, drawSize(this.#model, random, urge, some), buy, some)
    }
    this.#quote(to - buy)
  }

  /** Sweeps tend to end at a minor round price near their end, where orders wait. */
  #snap(to: number, from: number): number {
    const grid = this.#model.smallRoundTicks
    const round = Math.round(to / grid) * grid
    const near = Math.abs(round - to) <= grid * 0.12 && (round - from) * (to - from) > 0
    return near && this.#random.unit() < 0.6 ? round : to
  }

  #side(cluster: number, step: number): number {
    const { price, pressure, deviation } = this.#path
    const known = this.#sides[cluster]
    if (known !== 0 && this.#random.unit() < LOYAL) return known > 0 ? 1 : 0
    const ahead = price[Math.min(step + 5, PATH_STEPS)] - price[Math.max(step - 4, 0)]
    const follow = clamp(ahead / (0.45 * deviation))
    const chance = 0.5 + this.#campaign + FOLLOW * follow + LEAN * clamp(2 * pressure[step])
    const buy = this.#random.unit() < Math.max(0.06, Math.min(0.94, chance)) ? 1 : 0
    if (known === 0) this.#sides[cluster] = buy === 1 ? 1 : -1
    return buy
  }

  #drawSticky(): number {
    return Math.max(0.6, this.#path.deviation * STICKY * (0.4 + 1.2 * this.#random.unit()))
  }

  #quote(bid: number): void {
    this.#bid = bid
    this.#quotes?.push(this.#ms, bid, this.#traded)
  }

  #trade(price: number, lots: number, buy: number, fills: number): void {
    this.#out?.push(this.#start + this.#ms, price, lots, buy === 1, fills, this.#id)
    this.#id += fills
    this.#traded++
  }
}

function clamp(value: number): number {
  return Math.max(-1, Math.min(1, value))
}

/**
 * Size of one trade: some dust, some round numbers, and a long tail (Lomax, exponent 8/5: one trade in a hundred is
 * about 50 times the median, one in a thousand 250 times, as on real tapes).
 *
 * Input   `urge` >= 0 scales the tail (1 = usual); `fills` merged fills, each of at least one lot.
 * Output  lots, a whole number, >= fills, <= model.mostLots. Larger sizes are coarser, as people type them.
 */
function drawSize(model: SimulatorModel, random: Sfc32, urge: number, fills: number): number {
  const kind = random.unit()
  if (kind < 0.13) return Math.max(fills, model.leastLots * (1 + Math.floor(kind * 23)))
  if (kind < 0.24) return Math.max(fills, model.roundLots[roundRank(random.unit(), model.roundLots.length)])
  const u = random.unit()
  const tail = 1 / (Math.sqrt(u) * Math.sqrt(Math.sqrt(Math.sqrt(u)))) - 1
  const lots = model.leastLots + model.sizeLots * urge * tail * (0.7 + 0.3 * fills)
  return Math.max(fills, coarse(Math.min(lots, model.mostLots), model.leastLots))
}

/** The first sizes of the list are the most common. */
function roundRank(u: number, length: number): number {
  return Math.floor(u * u * length)
}

/** Rounds a size to about three significant digits, at least one lot. */
function coarse(lots: number, least: number): number {
  let grain = 1
  while (lots > grain * 100 * least) grain *= 10
  return Math.max(grain, Math.round(lots / grain) * grain)
}
