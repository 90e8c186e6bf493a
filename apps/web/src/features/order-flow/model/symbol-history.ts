import { readJson, STORAGE_KEYS, writeJson, type KeyValueStore } from '../../../shared/local-store.ts'

export const HISTORY_LENGTH = 20

/** The history after viewing `symbol`: newest first, no duplicates, at most 20. */
export function withViewed(history: readonly string[], symbol: string): readonly string[] {
  return [symbol, ...history.filter((other) => other !== symbol)].slice(0, HISTORY_LENGTH)
}

/** The stored history; empty when the value is not a list of names. */
export function readHistory(store?: KeyValueStore): readonly string[] {
  const stored = readJson(STORAGE_KEYS.symbolHistory, store)
  if (!Array.isArray(stored)) return []
  const names = stored.filter((name): name is string => typeof name === 'string' && name !== '')
  return [...new Set(names)].slice(0, HISTORY_LENGTH)
}

export function writeHistory(history: readonly string[], store?: KeyValueStore): void {
  writeJson(STORAGE_KEYS.symbolHistory, history, store)
}
