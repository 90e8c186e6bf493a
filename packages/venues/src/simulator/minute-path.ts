import type { CascadeNode } from './cascade.ts'
import { bendAtLevel } from './levels.ts'
import type { DefendedLevel } from './levels.ts'
import { hash3, unitOf } from './random.ts'
import type { Sfc32 } from './random.ts'

/** A minute has 64 steps of 937.5 ms. */
export const PATH_STEPS = 64
export const STEP_MS = 60000 / PATH_STEPS
/** A price at a level bounces off it, redrawn every 15 s: at most by this multiple of what the level holds back. */
const THROW = 1.6
const THROWS_PER_MINUTE = 4
const SALT_THROW = 31

/**
 * The price inside one minute, every 937.5 ms: the minute's own generator continues the cascade, then the levels bend
 * the path. Reused between minutes.
 */
export class MinutePath {
  /** Price at each step, fractional ticks, 65 values. */
  readonly price = new Float64Array(PATH_STEPS + 1)
  /** How hard buyers (> 0) or sellers (< 0) push against a level, about -1 to 1, 65 values. */
  readonly pressure = new Float64Array(PATH_STEPS + 1)
  /** Share of the minute's activity before each step, from 0 to 1, 65 values. */
  readonly activity = new Float64Array(PATH_STEPS + 1)
  /** Standard deviation of the minute, ticks. */
  deviation = 0
  readonly #variance = new Float64Array(PATH_STEPS)
  readonly #stream: number

  /** `stream` is the market's own. */
  constructor(stream: number) {
    this.#stream = stream
  }

  draw(node: CascadeNode, levels: readonly DefendedLevel[], random: Sfc32): void {
    this.deviation = Math.sqrt(node.variance)
    this.#drawBridge(node, random)
    if (levels.length > 0) this.#bend(node, levels)
    else this.pressure.fill(0)
    this.#drawActivity(node)
  }

  #bend(node: CascadeNode, levels: readonly DefendedLevel[]): void {
    for (let i = 0; i <= PATH_STEPS; i++) {
      const free = this.price[i]
      let price = free
      let pressure = 0
      for (const level of levels) {
        const bent = bendAtLevel(price, level, node.start + i / PATH_STEPS)
        pressure += (price - bent) / level.depth
        price = bent
      }
      this.pressure[i] = pressure
      this.price[i] = price - THROW * (free - price) * this.#throw(node.start, i)
    }
  }

  /** How far the price bounces off a level at a step: 0 to 1, mostly small, continuous across minutes. */
  #throw(minute: number, step: number): number {
    const at = (step * THROWS_PER_MINUTE) / PATH_STEPS
    const first = Math.floor(at)
    const index = minute * THROWS_PER_MINUTE + first
    const a = unitOf(hash3(this.#stream, index, SALT_THROW))
    const b = unitOf(hash3(this.#stream, index + 1, SALT_THROW))
    return a * a + (b * b - a * a) * (at - first)
  }

  #drawBridge(node: CascadeNode, random: Sfc32): void {
    const { price } = this
    const variance = this.#variance
    price[0] = node.open
    price[PATH_STEPS] = node.close
    variance[0] = node.variance
    for (let span = PATH_STEPS; span > 1; span >>= 1) {
      const half = span >> 1
      for (let i = 0; i < PATH_STEPS; i += span) {
        const whole = variance[i]
        const tilt = 0.7 * (2 * random.unit() - 1)
        const left = tilt >= 0 ? (whole * (1 + 2 * tilt)) / (2 + 2 * tilt) : whole / (2 - 2 * tilt)
        const right = whole - left
        variance[i] = left
        variance[i + half] = right
        const straight = price[i] + ((price[i + span] - price[i]) * left) / whole
        price[i + half] = straight + Math.sqrt((left * right) / whole) * random.normal()
      }
    }
  }

  /** A third of the orders arrive evenly, the rest where the minute is volatile and the price really moves. */
  #drawActivity(node: CascadeNode): void {
    const { activity, price } = this
    let way = 0
    for (let i = 0; i < PATH_STEPS; i++) way += Math.abs(price[i + 1] - price[i])
    const perTick = way > 0 ? 0.35 / way : 0
    for (let i = 0; i < PATH_STEPS; i++) {
      const moving = perTick * Math.abs(price[i + 1] - price[i])
      activity[i + 1] = activity[i] + 0.33 / PATH_STEPS + (0.32 * this.#variance[i]) / node.variance + moving
    }
  }
}
