import type { Drawing } from '@flowprint/contract'
import { readJson, readKeys, STORAGE_KEYS, writeJson, writeText } from '../../../../shared/local-store.ts'

/** Drawings that the server does not have yet, and what they began with. */
export interface Pending {
  readonly version: number
  readonly base: readonly Drawing[]
  readonly items: readonly Drawing[]
}

/** Unsaved drawings survive the page: one entry of local storage for each symbol. */
export interface PendingStore {
  read(symbol: string): Pending | null
  write(symbol: string, pending: Pending | null): void
  symbols(): readonly string[]
}

/** Of one user: whoever signs in after them on this device must not be given their drawings. */
export function pendingStore(userId: number): PendingStore {
  const prefix = `${STORAGE_KEYS.drawings}:${userId}:`
  return {
    read(symbol) {
      const value = readJson(prefix + symbol)
      if (typeof value !== 'object' || value === null) return null
      const { version, base, items } = value as Record<string, unknown>
      const isWhole = Number.isSafeInteger(version) && isDrawings(base) && isDrawings(items)
      return isWhole ? { version: version as number, base, items } : null
    },
    write(symbol, pending) {
      if (pending) writeJson(prefix + symbol, pending)
      else writeText(prefix + symbol, null)
    },
    symbols: () =>
      readKeys()
        .filter((key) => key.startsWith(prefix))
        .map((key) => key.slice(prefix.length)),
  }
}

function isDrawings(value: unknown): value is readonly Drawing[] {
  return (
    Array.isArray(value) &&
    value.every(
      (each) =>
        typeof each === 'object' &&
        each !== null &&
        typeof (each as Drawing).id === 'string' &&
        Array.isArray((each as Drawing).points),
    )
  )
}
