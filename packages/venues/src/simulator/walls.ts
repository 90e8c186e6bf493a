import type { SimulatorModel } from './demo-markets.ts'
import type { DefendedLevel } from './levels.ts'
import { BEATS } from './quote-minute.ts'
import type { QuoteMinute } from './quote-minute.ts'
import { hash3, unitOf } from './random.ts'

/** Of four defenders, one never meant to trade: its wall is pulled when the price comes near (spoofing). */
const SPOOF_SHARE = 0.25
/** Trades consume at most this share of a wall before it is refilled. */
const MAX_SPENT = 0.8
const SALT_WALL = 61

/** The visible part of a defended level during one minute. */
export interface Wall {
  readonly tick: number
  readonly side: 1 | -1
  /** Visible size, lots. */
  readonly lots: number
  /** Beats of the minute between which it is shown; from 0: already at the start. */
  readonly fromBeat: number
  readonly toBeat: number
  /** Index of the quote move that ends it before, and whether by being pulled rather than crossed. */
  readonly endMove: number
  readonly isPulled: boolean
  /** Lots consumed and not yet refilled, and the beat of the refill. */
  spent: number
  refillBeat: number
  isShown: boolean
}

/**
 * The walls of a minute. One that was crossed or pulled in the minute before returns some seconds into this one, if the
 * price is away from it then.
 */
export function drawWalls(
  levels: readonly DefendedLevel[],
  now: QuoteMinute,
  before: QuoteMinute | null,
  model: SimulatorModel,
  stream: number,
): Wall[] {
  const walls: Wall[] = []
  for (const level of levels) {
    const id = hash3(stream, level.price, SALT_WALL)
    const bits = hash3(id, level.from, SALT_WALL)
    const tick = level.price
    const away = unitOf(hash3(bits, 1, SALT_WALL)) < SPOOF_SHARE ? Math.max(8, Math.round(0.3 * level.depth)) : 0
    const big = unitOf(hash3(bits, 2, SALT_WALL))
    const begins = hash3(bits, 3, SALT_WALL) % BEATS
    const ends = hash3(bits, 4, SALT_WALL) % BEATS
    let fromBeat = 0
    if (level.from === now.minute) fromBeat = begins
    else if (before !== null && meets(level.side, tick, away, before.lowFrom[0], before.highFrom[0])) {
      fromBeat = 1 + (hash3(bits, now.minute, SALT_WALL) % 250)
    }
    const toBeat = level.to === now.minute + 1 ? Math.max(ends, fromBeat) : BEATS
    const { bid, length } = now.moves
    let move = now.moveAt(fromBeat)
    if (meets(level.side, tick, away, bid[move], bid[move]) || fromBeat === toBeat) continue
    do move++
    while (move < length && !meets(level.side, tick, away, bid[move], bid[move]))
    const isPulled = move < length && !meets(level.side, tick, 0, bid[move], bid[move])
    const lots = 1 + Math.floor(model.sizeLots * (350 + 1500 * big * big))
    walls.push({
      tick,
      side: level.side,
      lots,
      fromBeat,
      toBeat,
      endMove: move,
      isPulled,
      spent: 0,
      refillBeat: 0,
      isShown: false,
    })
  }
  return walls
}

/** Whether best bids from `low` to `high` came within `away` ticks of an order at `tick`, or crossed it. */
export function meets(side: 1 | -1, tick: number, away: number, low: number, high: number): boolean {
  return side === 1 ? high + away >= tick : low - away < tick
}

/**
 * Decides which trades of the minute consume a wall, which is then refilled; the others consume orders that arrive for
 * them. Writes for each trade the index of its wall, -1 for none.
 */
export function assignTrades(walls: readonly Wall[], minute: QuoteMinute, startMs: number, out: Int16Array): void {
  const { trades, moves } = minute
  const spent = new Float64Array(walls.length)
  const refill = new Int32Array(walls.length)
  let move = 0
  for (let i = 0; i < trades.length; i++) {
    while (move + 1 < moves.length && moves.trades[move + 1] <= i) move++
    out[i] = -1
    const side = trades.buy[i] === 1 ? 1 : -1
    const beat = beatOf(trades.ts[i] - startMs)
    for (let w = 0; w < walls.length; w++) {
      const wall = walls[w]
      if (wall.tick !== trades.price[i] || wall.side !== side) continue
      if (beat < wall.fromBeat || beat >= wall.toBeat || move >= wall.endMove) continue
      if (beat >= refill[w]) spent[w] = 0
      if (spent[w] + trades.qty[i] > MAX_SPENT * wall.lots) continue
      if (beat >= refill[w]) refill[w] = refillBeat(trades.id[i], beat)
      spent[w] += trades.qty[i]
      out[i] = w
      break
    }
  }
}

/** The beat at which a wall is refilled after a trade: 0.1 to 1.6 s later. */
export function refillBeat(tradeId: number, beat: number): number {
  return beat + 1 + (hash3(Math.floor(tradeId / 4294967296), tradeId, SALT_WALL) & 15)
}

/** The beat in which a time of the minute lies. */
export function beatOf(ms: number): number {
  return Math.floor(ms / (60_000 / BEATS))
}
