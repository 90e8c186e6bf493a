import type { Drawing } from '@flowprint/contract'
import { readJson, readKeys, STORAGE_KEYS, writeJson, writeText } from '../../../../shared/local-store.ts'

/** Unsaved drawings and the version they are based on. */
export interface Pending {
  readonly version: number
  readonly base: readonly Drawing[]
  readonly items: readonly Drawing[]
}

/** Persists unsaved drawings: one local storage entry per symbol. */
export interface PendingStore {
  read(symbol: string): Pending | null
  write(symbol: string, pending: Pending | null): void
  symbols(): readonly string[]
}

/** Scoped to a user: the next user of this device must not receive these drawings. */
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
