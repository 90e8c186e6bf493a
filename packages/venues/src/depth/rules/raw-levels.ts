import type { RawLevel, RawLevels } from '../book-rule.ts'

/** Two lists of `[price, quantity, ...]` texts; null if either is not one. */
export function levelsOf(bids: unknown, asks: unknown): RawLevels | null {
  return isLevelList(bids) && isLevelList(asks) ? { bids, asks } : null
}

function isLevelList(value: unknown): value is readonly RawLevel[] {
  return Array.isArray(value) && value.every(isLevel)
}

function isLevel(value: unknown): value is RawLevel {
  return Array.isArray(value) && typeof value[0] === 'string' && typeof value[1] === 'string'
}

/** Whether a sequence number, an update id or a time in ms: a safe integer >= 0. */
export function isWhole(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0
}
