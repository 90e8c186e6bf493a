import { MINUTE_MS, TradeBuilder, type Trades } from '@flowprint/orderflow'

/** Trades as dense as BINANCE:BTCUSDT's: tick 0.01, about 1,600 trades and 400 traded rows a minute. */
export const BTC = {
  symbol: 'BINANCE:BTCUSDT',
  tickSize: '0.01',
  lotSize: '0.00001',
  from: Date.UTC(2026, 0, 5),
  perMinute: 1_600,
}

/** Probability that the best price moves before a trade. */
const MOVES = 0.145
/** Scale of such a move in ticks; a minute then spans several thousand. */
const MOVE_TICKS = 380
const MEDIAN_LOTS = 250

/**
 * Generates minutes from one seed: the best price stays for a few trades, then jumps; activity and volatility change
 * slowly. For measurements only; the realistic simulator is in packages/venues.
 */
export class BtcTape {
  #minute = 0
  #price = 9_500_000
  #activity = 0
  #id = 1
  readonly #random: () => number
  perMinute: number

  constructor(seed: number, perMinute = BTC.perMinute) {
    this.#random = mulberry32(seed)
    this.perMinute = perMinute
  }

  /** Trades of the next `minutes` minutes. */
  next(minutes: number): Trades {
    const out = new TradeBuilder(Math.ceil(minutes * this.perMinute * 1.3))
    for (let i = 0; i < minutes; i++) this.#writeMinute(out)
    return out.build()
  }

  #writeMinute(out: TradeBuilder): void {
    const random = this.#random
    this.#activity = this.#activity * 0.97 + gauss(random) * 0.1
    // e^(x - var / 2) keeps the mean at 1 (the variance of the walk above is 0.17)
    const busy = Math.exp(this.#activity - 0.085)
    const count = Math.max(20, Math.round(this.perMinute * busy))
    const start = BTC.from + this.#minute++ * MINUTE_MS
    let at = 0
    for (let i = 0; i < count; i++) {
      at += -Math.log(1 - random()) * (MINUTE_MS / (count + 1))
      if (random() < MOVES) this.#price += Math.round(gauss(random) * MOVE_TICKS * Math.sqrt(busy))
      const buy = random() < 0.5
      const lots = Math.max(1, Math.round(MEDIAN_LOTS * Math.exp(gauss(random) * 1.7)))
      const ts = start + Math.min(MINUTE_MS - 1, Math.floor(at))
      out.push(ts, this.#price + (buy ? 1 : 0), lots, buy, 1, this.#id++)
    }
  }
}

function gauss(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
}

/** A small generator with 2^32 states: sufficient for a tape that only has to be the same everywhere. */
function mulberry32(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
