import { PATH_STEPS, STEP_MS } from './minute-path.ts'
import type { MinutePath } from './minute-path.ts'
import type { Sfc32 } from './random.ts'

/** Probability that an order triggers another one: each initial order leads to 1 / (1 - REPLY) orders in total. */
const REPLY = 0.64
/** Scale of the time until a reply, ms; distributed as 1 / (1 + t / scale), which has no typical length. */
const REPLY_MS = 45
const MAX_REPLY_MS = 9000
/** Maximum fills of one order. */
const MAX_FILLS = 48

/**
 * Arrival times of a minute's orders: initial orders by the activity of the path, each with a chain of replies (a
 * Hawkes process in its cluster form, with Omori's law between replies). Orders are drawn until their fills are exactly
 * used up.
 */
export class OrderTimes {
  length = 0
  /** ms within the minute, whole, ascending; fills and cluster number of each. */
  ms = new Float64Array(1024)
  fills = new Int32Array(1024)
  cluster = new Int32Array(1024)
  clusters = 0
  #keys = new Float64Array(1024)
  #drawnFills = new Int32Array(1024)
  #drawnCluster = new Int32Array(1024)

  draw(path: MinutePath, fills: number, random: Sfc32): void {
    let left = fills
    this.length = 0
    this.clusters = 0
    while (left > 0) {
      let at = arrival(path, random.unit())
      do {
        const took = Math.min(left, orderFills(random.unit()))
        left -= took
        this.#add(at, took)
        const wait = REPLY_MS * (1 / random.unit() - 1)
        at = Math.min(59999, at + Math.floor(Math.min(wait, MAX_REPLY_MS)))
      } while (left > 0 && random.unit() < REPLY)
      this.clusters++
    }
    this.#sort()
  }

  #add(at: number, fills: number): void {
    const i = this.length++
    if (i >= this.#keys.length) this.#grow()
    // One number sorts by time, then by drawing order; both parts are exact.
    this.#keys[i] = at * 1048576 + i
    this.#drawnFills[i] = fills
    this.#drawnCluster[i] = this.clusters
  }

  #sort(): void {
    const keys = this.#keys.subarray(0, this.length).sort()
    for (let i = 0; i < this.length; i++) {
      const at = Math.floor(keys[i] / 1048576)
      const drawn = keys[i] - at * 1048576
      this.ms[i] = at
      this.fills[i] = this.#drawnFills[drawn]
      this.cluster[i] = this.#drawnCluster[drawn]
    }
  }

  #grow(): void {
    const size = this.#keys.length * 2
    const keys = new Float64Array(size)
    const fills = new Int32Array(size)
    const cluster = new Int32Array(size)
    keys.set(this.#keys)
    fills.set(this.#drawnFills)
    cluster.set(this.#drawnCluster)
    this.#keys = keys
    this.#drawnFills = fills
    this.#drawnCluster = cluster
    this.ms = new Float64Array(size)
    this.fills = new Int32Array(size)
    this.cluster = new Int32Array(size)
  }
}

/** The time at which the share `u` of the minute's activity has passed. */
function arrival(path: MinutePath, u: number): number {
  const { activity } = path
  const aim = u * activity[PATH_STEPS]
  let low = 0
  let high = PATH_STEPS
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (activity[middle] <= aim) low = middle
    else high = middle
  }
  const into = (aim - activity[low]) / (activity[low + 1] - activity[low])
  return Math.min(59999, Math.floor((low + into) * STEP_MS))
}

/** Mostly one or two fills, occasionally dozens. */
function orderFills(u: number): number {
  return Math.min(MAX_FILLS, Math.floor(0.45 + 0.55 / u))
}
