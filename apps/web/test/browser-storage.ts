import { vi } from 'vitest'

const methods = {
  getItem(this: Record<string, string>, key: string) {
    return Object.hasOwn(this, key) ? this[key] : null
  },
  setItem(this: Record<string, string>, key: string, value: string) {
    this[key] = value
  },
  removeItem(this: Record<string, string>, key: string) {
    delete this[key]
  },
}

/** Stubs a storage area until `vi.unstubAllGlobals()`; its entries are its own keys, as in a browser. */
export function stubStorage(
  content: Readonly<Record<string, string>> = {},
  area: 'localStorage' | 'sessionStorage' = 'localStorage',
): Record<string, string> {
  const storage = Object.assign(Object.create(methods), content) as Record<string, string>
  vi.stubGlobal(area, storage)
  return storage
}
