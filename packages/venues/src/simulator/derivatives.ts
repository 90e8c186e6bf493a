import { HOUR_MS, MINUTE_MS, TradeBuilder } from '@flowprint/orderflow'
import type { Trades } from '@flowprint/orderflow'
import { FIRST_MINUTE } from './cascade.ts'
import { MinuteFlow } from './minute-flow.ts'
import type { SimulatorOptions } from './minute-flow.ts'
import { QuoteMoves } from './quotes.ts'
import { hash3, hashText, unitOf } from './random.ts'

/** Funding is paid at 00:00, 08:00 and 16:00 UTC. */
const FUNDING_MS = 8 * HOUR_MS
/** Interest part of the funding rate, in units of 1e-8: 0.01 % per 8 hours, as on the large venues. */
const INTEREST_E8 = 10_000
/** Maximum premium of the mark price over the mid, in units of 1e-8 (0.02 %). */
const MAX_PREMIUM_E8 = 20_000
/** Mean open interest in units of the market's order size. */
const MEAN_OPEN_INTEREST = 300_000
/** Periods in minutes of the waves of open interest, and their heights as shares of the mean. */
const OPEN_INTEREST_WAVES = [
  [4320, 0.22],
  [480, 0.07],
  [60, 0.015],
  [8, 0.002],
] as const
/** Trades of one side within this time at ever worse prices are one sweep, if they are at least this many prices. */
const SWEEP_MS = 2
const MIN_SWEEP_PRICES = 3
/** Probability that a sweep is a liquidation in a minute of mean variance, and the maximum in a wild one. */
const LIQUIDATION = 0.035
const MAX_LIQUIDATION = 0.4

const SALT_LIQUIDATION = 81
const SALT_OPEN_INTEREST = 82
const SALT_PREMIUM = 90

/** A forced trade. It is one of the market's simulated trades. */
export interface SimulatedLiquidation {
  /** Time, id, price and size of the trade. */
  readonly t: number
  readonly tradeId: number
  readonly price: number
  readonly lots: number
  /** The position that was closed: a long by a sell, a short by a buy. */
  readonly position: 'long' | 'short'
}

/** Values of a derivatives market at the start of a minute. */
export interface SimulatedStats {
  readonly t: number
  /** Whole lots. */
  readonly openInterestLots: number
  /** Whole ticks. */
  readonly markTicks: number
  /** Funding rate of the next payment as estimated now, in units of 1e-8 of the position's value; > 0: longs pay. */
  readonly fundingRateE8: number
  readonly nextFundingMs: number
  /** The rate paid at `t`, in the same units; null: `t` is not a funding time. */
  readonly paidRateE8: number | null
}

/** Liquidations and statistics of a simulated market. Every result depends on the arguments alone. */
export interface SimulatedDerivatives {
  /**
   * Liquidations with fromMs <= t < toMs, in the order of their trades. Adjacent ranges concatenated equal the whole range.
   *
   * Input   ms since the epoch; there are none before 2020-01-11T17:04Z.
   * Output  price in ticks, size in lots.
   * Cost    whole minutes are generated even for a part of one: about 0.1 ms each.
   * Throws  RangeError when a bound is not a finite number.
   * Source  docs/decisions/simulator.md, "Derivatives".
   */
  liquidations(fromMs: number, toMs: number): SimulatedLiquidation[]
  /** The values at each full minute with fromMs <= t < toMs. Cost, errors and the first minute as above. */
  stats(fromMs: number, toMs: number): SimulatedStats[]
}

/** Opens the derivatives data of a simulated market; cheap, and worth reusing for consecutive ranges. */
export function createSimulatedDerivatives(options: SimulatorOptions): SimulatedDerivatives {
  const { model, symbol } = options.market
  const stream = hashText(`${symbol} derivatives`, options.seed)
  const flow = new MinuteFlow(options)
  const moves = new QuoteMoves()
  const trades = new TradeBuilder()
  const meanVariance = (model.dayTicks * model.dayTicks) / 1440

  const writeMinute = (minute: number): Trades => {
    trades.clear()
    moves.clear()
    flow.write(minute, trades, moves)
    return trades.build()
  }

  return {
    liquidations(fromMs, toMs) {
      const found: SimulatedLiquidation[] = []
      for (let minute = firstMinute(fromMs, toMs, Math.floor); minute * MINUTE_MS < toMs; minute++) {
        const wild = flow.node(minute).variance / meanVariance
        const chance = Math.min(MAX_LIQUIDATION, LIQUIDATION * wild)
        pushLiquidations(writeMinute(minute), stream, chance, found)
      }
      return found.filter(({ t }) => t >= fromMs && t < toMs)
    },
    stats(fromMs, toMs) {
      const rows: SimulatedStats[] = []
      for (let minute = firstMinute(fromMs, toMs, Math.ceil); minute * MINUTE_MS < toMs; minute++) {
        writeMinute(minute)
        rows.push(statsAt(minute, moves.bid[0] + 0.5, model.sizeLots, stream))
      }
      return rows
    },
  }
}

function firstMinute(fromMs: number, toMs: number, round: (minutes: number) => number): number {
  if (!Number.isFinite(fromMs) || !Number.isFinite(toMs)) {
    throw new RangeError(`Condition failed: a range of finite times, had ${fromMs} to ${toMs}`)
  }
  return Math.max(round(fromMs / MINUTE_MS), FIRST_MINUTE)
}

/** Appends the trades of those sweeps of a minute that are liquidations. */
function pushLiquidations(trades: Trades, stream: number, chance: number, out: SimulatedLiquidation[]): void {
  const { ts, price, qty, buy, id, length } = trades
  for (let from = 0; from < length;) {
    const way = buy[from] === 1 ? 1 : -1
    let to = from + 1
    while (
      to < length &&
      buy[to] === buy[from] &&
      ts[to] - ts[from] <= SWEEP_MS &&
      (price[to] - price[to - 1]) * way > 0
    ) {
      to++
    }
    const bits = hash3(stream ^ Math.floor(id[from] / 4294967296), id[from], SALT_LIQUIDATION)
    if (to - from >= MIN_SWEEP_PRICES && unitOf(bits) < chance) {
      for (let i = from; i < to; i++) {
        const position = buy[i] === 1 ? 'short' : 'long'
        out.push({ t: ts[i], tradeId: id[i], price: price[i], lots: qty[i], position })
      }
    }
    from = to
  }
}

function statsAt(minute: number, mid: number, sizeLots: number, stream: number): SimulatedStats {
  const t = minute * MINUTE_MS
  let share = 1
  OPEN_INTEREST_WAVES.forEach(([period, height], n) => {
    share += height * wave(stream, minute, period, SALT_OPEN_INTEREST + n)
  })
  return {
    t,
    openInterestLots: Math.round(MEAN_OPEN_INTEREST * sizeLots * share),
    markTicks: Math.round(mid + (mid * premiumE8(stream, minute)) / 1e8),
    fundingRateE8: fundingRate(stream, t - (t % FUNDING_MS), t),
    nextFundingMs: t - (t % FUNDING_MS) + FUNDING_MS,
    paidRateE8: t % FUNDING_MS === 0 ? fundingRate(stream, t - FUNDING_MS, t) : null,
  }
}

/** The interest plus the mean premium of the minutes from `fromMs` to `toMs`, inclusive, every 15 minutes and the last. */
function fundingRate(stream: number, fromMs: number, toMs: number): number {
  let sum = premiumE8(stream, toMs / MINUTE_MS)
  let count = 1
  for (let t = fromMs; t < toMs; t += 15 * MINUTE_MS) {
    sum += premiumE8(stream, t / MINUTE_MS)
    count++
  }
  return INTEREST_E8 + Math.round(sum / count)
}

/** Premium of the mark price over the mid, whole units of 1e-8. */
function premiumE8(stream: number, minute: number): number {
  const slow = wave(stream, minute, 1440, SALT_PREMIUM)
  const fast = wave(stream, minute, 90, SALT_PREMIUM + 1)
  return Math.round(MAX_PREMIUM_E8 * (0.7 * slow + 0.3 * fast))
}

/** A smooth random path between -1 and 1 with a new random value every `period` minutes. */
function wave(stream: number, minute: number, period: number, salt: number): number {
  const index = Math.floor(minute / period)
  const into = (minute - index * period) / period
  const a = 2 * unitOf(hash3(stream, index, salt)) - 1
  const b = 2 * unitOf(hash3(stream, index + 1, salt)) - 1
  return a + (b - a) * into * into * (3 - 2 * into)
}
