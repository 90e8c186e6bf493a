import type { PracticeAction, PracticeOptions } from './practice.ts'

export const MAX_ACTIONS = 10_000
const MAX_PPM = 1_000_000
const MAX_SLIPPAGE_TICKS = 10_000
const MAX_TICK = 2_147_483_647 - MAX_SLIPPAGE_TICKS

const whole = (name: string, value: number, min: number, max: number): void => {
  if (!(Number.isSafeInteger(value) && value >= min && value <= max)) {
    throw new RangeError(`Condition failed: ${name} is a whole number from ${min} to ${max}, had ${value}`)
  }
}

const price = (name: string, value: number): void => whole(name, value, -MAX_TICK, MAX_TICK)

export function checkOptions({ startMs, startTick, makerPpm, takerPpm, slippageTicks }: PracticeOptions): void {
  if (!Number.isFinite(startMs)) throw new RangeError(`Condition failed: startMs is a time, had ${startMs}`)
  if (startTick !== null) price('startTick', startTick)
  whole('makerPpm', makerPpm, -MAX_PPM, MAX_PPM)
  whole('takerPpm', takerPpm, -MAX_PPM, MAX_PPM)
  whole('slippageTicks', slippageTicks, 0, MAX_SLIPPAGE_TICKS)
}

/** Throws RangeError for an action that no session could accept. */
export function checkAction(action: PracticeAction): void {
  if (action.kind !== 'place') {
    whole('order', action.order, 1, Number.MAX_SAFE_INTEGER)
    if (action.kind === 'move') price('tick', action.tick)
    return
  }
  whole('lots', action.lots, 1, Number.MAX_SAFE_INTEGER)
  if ((action.type === 'market') !== (action.tick === null)) {
    throw new RangeError('Condition failed: limit and stop orders have a price, market orders have none')
  }
  if (action.tick !== null) price('tick', action.tick)
  if (action.stopTick !== null) price('stopTick', action.stopTick)
  if (action.targetTick !== null) price('targetTick', action.targetTick)
  if (action.reduceOnly && (action.stopTick !== null || action.targetTick !== null)) {
    throw new RangeError('Condition failed: an order that only reduces the position has no bracket')
  }
  const [low, high] =
    action.side === 'buy' ? [action.stopTick, action.targetTick] : [action.targetTick, action.stopTick]
  const reference = action.type === 'market' ? null : action.tick
  const isInOrder = (a: number | null, b: number | null) => a === null || b === null || a < b
  if (!isInOrder(low, high) || !isInOrder(low, reference) || !isInOrder(reference, high)) {
    throw new RangeError('Condition failed: the entry is between stop and target, the target on the side of profit')
  }
}
