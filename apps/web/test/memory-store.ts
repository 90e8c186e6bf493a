import type { KeyValueStore } from '../src/shared/local-store.ts'

/** A storage that lives as long as the test. */
export function memoryStore(
  content: Record<string, string> = {},
): KeyValueStore & { readonly content: Map<string, string> } {
  const map = new Map(Object.entries(content))
  return {
    content: map,
    getItem: (key) => map.get(key) ?? null,
    setItem: (key, value) => void map.set(key, value),
    removeItem: (key) => void map.delete(key),
  }
}
