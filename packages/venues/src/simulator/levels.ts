import { FIRST_MINUTE } from './cascade.ts'
import type { Cascade } from './cascade.ts'
import type { SimulatorModel } from './demo-markets.ts'
import { hash3, normalOf, unitOf } from './random.ts'

/** Levels are generated per time slot; the longest outlives its slot by MAX_LIFE_MINUTES minutes. */
const SLOT_MINUTES = 64
const MAX_LIFE_MINUTES = 448
const LEVELS_PER_SLOT = 2
/** Share of its life, at most 8 minutes, in which a defender ramps up to full depth. */
const RAMP_SHARE = 0.15
const MAX_RAMP = 8
/** Share of a price move that passes while a defender absorbs. */
const SLIP = 0.34

const SALT_START = 21
const SALT_LIFE = 22
const SALT_SIDE = 23
const SALT_PLACE_A = 24
const SALT_PLACE_B = 25
const SALT_DEPTH = 26

/** A price defended for a while with much more volume than the visible book (an iceberg). */
export interface DefendedLevel {
  readonly price: number
  /** 1: a seller above the market (resistance), -1: a buyer below it (support). */
  readonly side: 1 | -1
  /** First minute and the first one after it. */
  readonly from: number
  readonly to: number
  /** Ticks of undisturbed movement it absorbs before it breaks. */
  readonly depth: number
}

/** Finds the levels active in a minute. Caches only the slots of the last call. */
export class LevelBook {
  readonly #model: SimulatorModel
  readonly #stream: number
  readonly #cascade: Cascade
  readonly #slots = new Map<number, DefendedLevel[]>()

  /** Do not share `cascade`: random access would discard its cached path. */
  constructor(model: SimulatorModel, stream: number, cascade: Cascade) {
    this.#model = model
    this.#stream = stream
    this.#cascade = cascade
  }

  /** Levels active in the minute, in order of birth. Clears `out` first. */
  at(minute: number, out: DefendedLevel[]): void {
    out.length = 0
    const last = Math.floor(minute / SLOT_MINUTES)
    const first = Math.floor((minute - MAX_LIFE_MINUTES) / SLOT_MINUTES)
    for (let slot = first; slot <= last; slot++) {
      for (const level of this.#slot(slot)) if (level.from <= minute && minute < level.to) out.push(level)
    }
    if (this.#slots.size > 64)
      for (const slot of this.#slots.keys()) if (slot < first || slot > last) this.#slots.delete(slot)
  }

  #slot(slot: number): DefendedLevel[] {
    let levels = this.#slots.get(slot)
    if (levels === undefined) {
      levels = slot * SLOT_MINUTES < FIRST_MINUTE ? [] : this.#draw(slot)
      this.#slots.set(slot, levels)
    }
    return levels
  }

  #draw(slot: number): DefendedLevel[] {
    const levels: DefendedLevel[] = []
    for (let n = 0; n < LEVELS_PER_SLOT; n++) {
      const id = slot * 8 + n
      const from = slot * SLOT_MINUTES + (hash3(this.#stream, id, SALT_START) % SLOT_MINUTES)
      const life = Math.min(Math.floor(7 / unitOf(hash3(this.#stream, id, SALT_LIFE))), MAX_LIFE_MINUTES - SLOT_MINUTES)
      const node = this.#cascade.node(from, 16)
      const calm = Math.sqrt(node.variance / node.minutes)
      const side = hash3(this.#stream, id, SALT_SIDE) & 1 ? 1 : -1
      const far = Math.abs(normalOf(hash3(this.#stream, id, SALT_PLACE_A), hash3(this.#stream, id, SALT_PLACE_B)))
      const depth = calm * (1 + 2.2 * unitOf(hash3(this.#stream, id, SALT_DEPTH))) * (life > 60 ? 2.6 : 1)
      const price = this.#snap(this.#cascade.price(from) + side * (0.3 + far * Math.sqrt(life) * 0.45) * calm)
      levels.push({ price, side, from, to: from + life, depth })
    }
    this.#defendRoundPrices(slot, levels)
    return levels.sort((a, b) => a.from - b.from)
  }

  /** The major round price above the market is defended by sellers, the one below by buyers. */
  #defendRoundPrices(slot: number, levels: DefendedLevel[]): void {
    const from = slot * SLOT_MINUTES
    const node = this.#cascade.node(from, SLOT_MINUTES)
    const calm = Math.sqrt(node.variance / node.minutes)
    const grid = this.#model.greatRoundTicks
    const below = Math.floor(node.open / grid) * grid
    const depth = calm * (0.8 + 1.2 * unitOf(hash3(this.#stream, slot, SALT_DEPTH)))
    levels.push({ price: below + grid, side: 1, from, to: from + SLOT_MINUTES + MAX_RAMP, depth })
    levels.push({ price: below, side: -1, from, to: from + SLOT_MINUTES + MAX_RAMP, depth })
  }

  #snap(price: number): number {
    const grid = this.#model.smallRoundTicks
    const round = Math.round(price / grid) * grid
    return Math.abs(price - round) < grid * 0.2 ? round : Math.round(price)
  }
}

/**
 * Bends the undisturbed price at a level: beyond the level, `depth` ticks of movement yield only SLIP of them; after
 * that the price catches up at more than full speed until, at twice the depth, the level has no effect (it broke).
 * Monotone and continuous in price and time, so the bent path is continuous too, and the same from any entry point.
 *
 * Input   `price` in ticks; `minute` with its fraction.
 * Output  the bent price in ticks; equal to `price` away from the level.
 */
export function bendAtLevel(price: number, level: DefendedLevel, minute: number): number {
  const depth = level.depth * presence(level, minute)
  const beyond = (price - level.price) * level.side
  if (beyond <= 0 || beyond >= 2 * depth) return price
  const bent = beyond <= depth ? SLIP * beyond : SLIP * depth + (beyond - depth) * (2 - SLIP)
  return level.price + level.side * bent
}

/** 0 at birth and death of a level, 1 in between, straight ramps. */
function presence(level: DefendedLevel, minute: number): number {
  const ramp = Math.min((level.to - level.from) * RAMP_SHARE, MAX_RAMP)
  return Math.max(0, Math.min(1, (minute - level.from) / ramp, (level.to - minute) / ramp))
}
