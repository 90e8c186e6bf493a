import { MINUTE_MS } from '@flowprint/orderflow'
import type { TradeBuilder } from '@flowprint/orderflow'
import { Cascade } from './cascade.ts'
import type { CascadeNode } from './cascade.ts'
import type { SimulatedMarket } from './demo-markets.ts'
import { LevelBook } from './levels.ts'
import type { DefendedLevel } from './levels.ts'
import { MinutePath } from './minute-path.ts'
import { OrderFlow } from './order-flow.ts'
import { OrderTimes } from './order-times.ts'
import type { QuoteMoves } from './quotes.ts'
import { hash3, hashText, Sfc32, unitOf } from './random.ts'

/** Selects the simulated market: the same seed and market always give the same trades and books. */
export interface SimulatorOptions {
  /** 32-bit integer. */
  readonly seed: number
  readonly market: SimulatedMarket
}

/** The trades and quotes of single minutes of a market. Holds only scratch memory; cheap to create. */
export class MinuteFlow {
  /** The market's own stream of hashes. */
  readonly stream: number
  readonly #cascade: Cascade
  readonly #book: LevelBook
  readonly #random = new Sfc32()
  readonly #path: MinutePath
  readonly #orders = new OrderTimes()
  readonly #flow: OrderFlow
  readonly #levels: DefendedLevel[] = []

  constructor({ seed, market }: SimulatorOptions) {
    const { model } = market
    const own = hashText(market.symbol, seed)
    const common = hashText('DEMO', seed)
    this.stream = own
    this.#cascade = new Cascade(model, own, common)
    this.#book = new LevelBook(model, own, new Cascade(model, own, common))
    this.#path = new MinutePath(own)
    this.#flow = new OrderFlow(model, this.#random, this.#path, this.#orders)
  }

  /** The undisturbed minute; valid until the next call of any method. */
  node(minute: number): CascadeNode {
    return this.#cascade.node(minute)
  }

  /** Levels defended in the minute, in order of birth; valid until the next call of any method. */
  levels(minute: number): readonly DefendedLevel[] {
    this.#book.at(minute, this.#levels)
    return this.#levels
  }

  /** Appends the trades of a minute, and to `quotes` its best bids. */
  write(minute: number, out: TradeBuilder, quotes: QuoteMoves | null): void {
    const campaign = campaignAt(this.#cascade, this.stream, minute)
    const node = this.#cascade.node(minute)
    this.#random.seed(this.stream, minute)
    this.#book.at(minute, this.#levels)
    this.#path.draw(node, this.#levels, this.#random)
    this.#orders.draw(this.#path, node.fills, this.#random)
    this.#flow.write(minute * MINUTE_MS, node.fillsBefore, campaign, out, quotes)
  }
}

/** Duration over which a large buyer or seller works one order, split into pieces (a power of two). */
const CAMPAIGN_MINUTES = 32
/** How much campaigns shift the probability of a buyer: with the price move of that time, and independently. */
const WITH_PRICE = 0.05
const ALONE = 0.05

const SALT_CAMPAIGN = 41

/**
 * How much large orders in progress add to the probability that an order of this minute buys, -0.1 to 0.1: the slow
 * drift of cumulative delta, mostly but not always in the direction of the price (metaorders, after Lillo and Farmer,
 * "The long memory of the efficient market", 2004).
 */
function campaignAt(cascade: Cascade, stream: number, minute: number): number {
  const { start, open, close, variance } = cascade.node(minute, CAMPAIGN_MINUTES)
  const way = Math.max(-1, Math.min(1, (close - open) / Math.sqrt(variance)))
  return WITH_PRICE * way + ALONE * (2 * unitOf(hash3(stream, start, SALT_CAMPAIGN)) - 1)
}
