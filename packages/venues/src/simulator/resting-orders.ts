import type { SimulatorModel } from './demo-markets.ts'
import { hash3, mix32, unitOf } from './random.ts'

/** Daily deviation of the market for which distances below are written, ticks. */
const USUAL_DAY_TICKS = 15_500
const SALT_LAYER = 51
/** Largest size of an order, in units of its layer's size. */
const MAX_TAIL = 14

/**
 * One kind of resting orders. The price axis is cut into cells of `width` ticks and time into rounds of `period` beats; in
 * each round every cell gets one chance of an order, at a random beat. It rests until the cell's next chance.
 */
export interface OrderLayer {
  readonly stream: number
  readonly width: number
  readonly period: number
  /** Orders are placed up to this distance from the touch, ticks. */
  readonly reach: number
  /** Probability of an order at the touch, and the part of it that is lost at full reach. */
  readonly chance: number
  readonly decay: number
  readonly size: number
  /** Orders at multiples of these ticks only, larger at rounder prices; null: anywhere in the cell. */
  readonly round: readonly number[] | null
}

/** Layers of fast orders, by the quotes of this and the previous minute: a period is at most 299 beats. */
export function createFastLayers(model: SimulatorModel, stream: number): readonly OrderLayer[] {
  const scale = model.dayTicks / USUAL_DAY_TICKS
  const size = model.sizeLots
  const layer = (
    n: number,
    width: number,
    period: number,
    reach: number,
    chance: number,
    lots: number,
  ): OrderLayer => ({
    stream: hash3(stream, n, SALT_LAYER),
    width: Math.max(1, Math.round(width * scale)),
    period,
    reach: Math.round(reach * scale),
    chance,
    decay: 0.85,
    size: lots * size,
    round: null,
  })
  return [layer(0, 1, 6, 60, 0.85, 3), layer(1, 3, 48, 600, 0.75, 4), layer(2, 12, 240, 5000, 0.8, 7)]
}

/** Layers of slow orders over the whole window; a period is a whole number of minutes. */
export function createSlowLayers(model: SimulatorModel, stream: number): readonly OrderLayer[] {
  const scale = model.dayTicks / USUAL_DAY_TICKS
  const { smallRoundTicks, greatRoundTicks, sizeLots } = model
  const reach = Math.round(model.centreTicks * 0.1)
  return [
    {
      stream: hash3(stream, 3, SALT_LAYER),
      width: Math.round(96 * scale),
      period: 12_000,
      reach,
      chance: 0.9,
      decay: 0.6,
      size: 14 * sizeLots,
      round: null,
    },
    {
      stream: hash3(stream, 4, SALT_LAYER),
      width: smallRoundTicks,
      period: 18_000,
      reach,
      chance: 0.85,
      decay: 0.7,
      size: 22 * sizeLots,
      round: [5 * smallRoundTicks, 10 * smallRoundTicks, greatRoundTicks],
    },
  ]
}

/** Beat (since the epoch) of a cell's chance in a round. */
export function chanceBeat(layer: OrderLayer, cell: number, round: number): number {
  return round * layer.period + (hash3(layer.stream, cell, round) % layer.period)
}

/** Price of a cell's order; `key` identifies its draw. */
export function orderTick(layer: OrderLayer, cell: number, key: number): number {
  if (layer.round !== null) return cell * layer.width
  return cell * layer.width + (mix32(hash3(layer.stream, cell, key) ^ 0x5bd1e995) % layer.width)
}

/** Size of a cell's order at a distance >= 0 from the touch, lots; 0: there is no order. */
export function orderLots(layer: OrderLayer, cell: number, key: number, tick: number, distance: number): number {
  if (distance > layer.reach) return 0
  const bits = mix32(hash3(layer.stream, cell, key) ^ 0x2545f491)
  const far = distance / layer.reach
  if (unitOf(bits) >= layer.chance * (1 - layer.decay * far)) return 0
  const tail = Math.min(1 / Math.sqrt(unitOf(mix32(bits))) - 1, MAX_TAIL)
  let size = layer.size * (1 + far)
  if (layer.round !== null) for (const grid of layer.round) if (tick % grid === 0) size *= 2
  return 1 + Math.floor(size * (0.2 + tail))
}
