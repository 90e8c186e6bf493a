import type { SimulatorModel } from './demo-markets.ts'
import { hash3, normalOf, unitOf } from './random.ts'

/** A root interval: 2^15 minutes, 22.8 days. Halved 15 times it becomes one minute. */
const ROOT_DEPTH = 15
const ROOT_MINUTES = 32768
/** Minutes of one regime (trend, even, range): 8.5 hours. */
const REGIME_MINUTES = 512
/** First root interval: from 2020-01-11T17:04Z. Ids count from here. */
const FIRST_ROOT = 803

/** First minute of the simulated market (since the epoch); there are no earlier trades. */
export const FIRST_MINUTE = FIRST_ROOT * ROOT_MINUTES

const SALT_SPLIT = 1
const SALT_MOVE_A = 2
const SALT_MOVE_B = 3
const SALT_FILLS = 4
const SALT_ANCHOR = 5
const SALT_REGIME = 6
const SALT_ROOT_VARIANCE = 7
const SALT_ROOT_FILLS = 8

/** State of an interval [start, start + minutes). */
export interface CascadeNode {
  start: number
  minutes: number
  /** Undisturbed price at both ends, ticks (fractional). */
  open: number
  close: number
  /** Variance of the price over the interval, ticks squared. */
  variance: number
  fills: number
  /** Number of fills before the interval. */
  fillsBefore: number
}

/**
 * The market over all time as a binary tree: each interval's variance and fills are split between its halves randomly
 * and by the hour of the week, and the price in the middle is that of a Brownian bridge in this uneven time. Volatility
 * and activity therefore cluster on every scale, and any minute is reached by 15 splits from its root interval.
 *
 * Input   minutes since the epoch, integers >= FIRST_MINUTE.
 * Output  the node of one minute; valid until the next call (the object is reused).
 * Exact   fills are integers that add up: ids are contiguous in any order of access. The rest is + - * / and Math.sqrt
 * on doubles, which IEEE 754 rounds the same way everywhere.
 * Cost    15 splits for a random minute, 2 on average for the next one: the path of the last call is cached.
 * Source  docs/decisions/simulator.md; Mandelbrot, Fisher and Calvet, "A Multifractal Model of Asset Returns" (1997).
 */
export class Cascade {
  readonly #model: SimulatorModel
  readonly #own: number
  readonly #common: number
  readonly #path: CascadeNode[] = []
  readonly #rootFillsBefore: number[] = [0]
  #depth = -1

  /** `own` is the market's stream; `common` is shared by all markets of a seed, which correlates them. */
  constructor(model: SimulatorModel, own: number, common: number) {
    this.#model = model
    this.#own = own
    this.#common = common
    for (let i = 0; i <= ROOT_DEPTH; i++) {
      this.#path.push({ start: 0, minutes: 0, open: 0, close: 0, variance: 0, fills: 0, fillsBefore: 0 })
    }
  }

  /** The node of `minutes` (a power of two, default 1) that contains `minute`. */
  node(minute: number, minutes = 1): CascadeNode {
    const path = this.#path
    while (this.#depth >= 0 && !holds(path[this.#depth], minute)) this.#depth--
    if (this.#depth < 0) {
      this.#enterRoot(Math.floor(minute / ROOT_MINUTES))
      this.#depth = 0
    }
    while (this.#depth > 0 && path[this.#depth].minutes < minutes) this.#depth--
    while (path[this.#depth].minutes > minutes) {
      this.#split(path[this.#depth], path[this.#depth + 1], minute)
      this.#depth++
    }
    return path[this.#depth]
  }

  /** Undisturbed price at the start of a minute. */
  price(minute: number): number {
    return this.node(minute).open
  }

  #enterRoot(root: number): void {
    const { dayTicks } = this.#model
    const node = this.#path[0]
    node.start = root * ROOT_MINUTES
    node.minutes = ROOT_MINUTES
    node.open = this.#anchor(root)
    node.close = this.#anchor(root + 1)
    const shake = 0.7 + 0.6 * unitOf(hash3(this.#common, root, SALT_ROOT_VARIANCE))
    node.variance = (dayTicks * dayTicks * rootWeight(root) * shake) / 1440
    node.fills = this.#rootFills(root)
    node.fillsBefore = this.#fillsBeforeRoot(root)
  }

  #anchor(root: number): number {
    const shared = unitOf(hash3(this.#common, root, SALT_ANCHOR))
    const alone = unitOf(hash3(this.#own, root, SALT_ANCHOR))
    return this.#model.centreTicks + this.#model.bandTicks * (1.2 * shared + 0.8 * alone - 1)
  }

  #rootFills(root: number): number {
    const shake = 0.85 + 0.3 * unitOf(hash3(this.#own, root, SALT_ROOT_FILLS))
    return Math.floor(this.#model.fillsPerMinute * rootWeight(root) * shake)
  }

  #fillsBeforeRoot(root: number): number {
    const sums = this.#rootFillsBefore
    for (let i = sums.length; i <= root - FIRST_ROOT; i++) sums.push(sums[i - 1] + this.#rootFills(FIRST_ROOT + i - 1))
    return sums[root - FIRST_ROOT]
  }

  #split(parent: CascadeNode, child: CascadeNode, minute: number): void {
    const half = parent.minutes / 2
    const middle = parent.start + half
    const leftWeight = weightBefore(middle) - weightBefore(parent.start)
    const rightWeight = weightBefore(parent.start + parent.minutes) - weightBefore(middle)

    const tilt = this.#tilt(middle, parent.minutes)
    const leftVariance = parent.variance * share(leftWeight, rightWeight, tilt)
    const rightVariance = parent.variance - leftVariance
    const crowd = 0.9 * tilt + 0.18 * signedUnit(hash3(this.#own, middle, SALT_FILLS))
    const leftFills = Math.floor(parent.fills * share(leftWeight, rightWeight, crowd) + 0.5)

    const spread = Math.sqrt((leftVariance * rightVariance) / parent.variance)
    const straight = parent.open + ((parent.close - parent.open) * leftVariance) / parent.variance
    const price = this.#keepInBand(straight + spread * this.#move(middle) * this.#regime(parent))

    child.minutes = half
    if (minute < middle) {
      child.start = parent.start
      child.open = parent.open
      child.close = price
      child.variance = leftVariance
      child.fills = leftFills
      child.fillsBefore = parent.fillsBefore
    } else {
      child.start = middle
      child.open = price
      child.close = parent.close
      child.variance = rightVariance
      child.fills = parent.fills - leftFills
      child.fillsBefore = parent.fillsBefore + leftFills
    }
  }

  /** Randomly makes one half more volatile than the other: mostly shared by all markets, weaker above a day. */
  #tilt(middle: number, minutes: number): number {
    const shared = normalOf(hash3(this.#common, middle, SALT_SPLIT), hash3(this.#common, middle, SALT_FILLS))
    const alone = normalOf(hash3(this.#own, middle, SALT_SPLIT), hash3(this.#own, middle, SALT_ROOT_FILLS))
    return (minutes > 1440 ? 0.14 : 0.27) * (0.8 * shared + 0.6 * alone)
  }

  #move(middle: number): number {
    const shared = normalOf(hash3(this.#common, middle, SALT_MOVE_A), hash3(this.#common, middle, SALT_MOVE_B))
    const alone = normalOf(hash3(this.#own, middle, SALT_MOVE_A), hash3(this.#own, middle, SALT_MOVE_B))
    return 0.75 * shared + 0.6614 * alone
  }

  /** Below 8.5 hours an interval may trend (straighter than Brownian motion) or range (more reversals). */
  #regime(parent: CascadeNode): number {
    if (parent.minutes > REGIME_MINUTES) return 1
    const kind = hash3(this.#own, Math.floor(parent.start / REGIME_MINUTES), SALT_REGIME) % 3
    return kind === 0 ? 0.8 : kind === 1 ? 1 : 1.12
  }

  #keepInBand(price: number): number {
    const { centreTicks } = this.#model
    return Math.min(Math.max(price, centreTicks * 0.6), centreTicks * 1.4)
  }
}

function holds(node: CascadeNode, minute: number): boolean {
  return minute >= node.start && minute < node.start + node.minutes
}

/** Weight of a root interval in mean minutes. */
function rootWeight(root: number): number {
  return (weightBefore((root + 1) * ROOT_MINUTES) - weightBefore(root * ROOT_MINUTES)) / MEAN_MINUTE_WEIGHT
}

/** In [-1, 1]. */
function signedUnit(bits: number): number {
  return 2 * unitOf(bits) - 1
}

/** The left half's share where `tilt` 0 follows the weights and a tilt of x makes one side 1 + 2x times as dense. */
function share(left: number, right: number, tilt: number): number {
  if (tilt >= 0) return (left * (1 + 2 * tilt)) / (left * (1 + 2 * tilt) + right)
  return left / (left + right * (1 - 2 * tilt))
}

/**
 * Activity by time of the week: an integer weight per minute (from Monday 00:00 UTC), so that the weight of any range
 * is an exact difference of two prefix sums.
 */

const MINUTES_OF_WEEK = 10080
/** 1970-01-01 was a Thursday: Monday is four days later. */
const MONDAY_OFFSET = 4 * 1440

/**
 * Weight at each full hour of a working day, UTC, interpolated linearly: Asian morning, London, New York, then a quiet
 * night.
 */
const HOURS = [62, 66, 60, 48, 40, 38, 46, 70, 88, 82, 74, 70, 80, 124, 168, 160, 132, 108, 92, 84, 74, 58, 46, 54]
/** Weekday weights in percent of an average working day, Monday first. */
const DAYS = [98, 104, 106, 106, 104, 58, 62]

const prefix = buildPrefix()

function buildPrefix(): Float64Array {
  const sums = new Float64Array(MINUTES_OF_WEEK + 1)
  for (let m = 0; m < MINUTES_OF_WEEK; m++) {
    const hour = Math.floor(m / 60) % 24
    const into = m % 60
    const weight = (HOURS[hour] * (60 - into) + HOURS[(hour + 1) % 24] * into) * DAYS[Math.floor(m / 1440)]
    sums[m + 1] = sums[m] + Math.floor(weight / 60)
  }
  return sums
}

/** Mean weight of a minute: a minute of this weight has the market's mean rate. */
const MEAN_MINUTE_WEIGHT = prefix[MINUTES_OF_WEEK] / MINUTES_OF_WEEK

/** Weight of all minutes before `minute` (minutes since the epoch, not negative). Exact integer. */
function weightBefore(minute: number): number {
  const shifted = minute - MONDAY_OFFSET + MINUTES_OF_WEEK
  const week = Math.floor(shifted / MINUTES_OF_WEEK)
  return week * prefix[MINUTES_OF_WEEK] + prefix[shifted - week * MINUTES_OF_WEEK]
}
