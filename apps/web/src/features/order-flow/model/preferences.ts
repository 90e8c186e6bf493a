import { create } from 'zustand'
import { readRecord, writeJson } from '../../../shared/local-store.ts'

/** A store of preferences of this device. `read` validates the stored fields; every change is saved. */
export function createPreferences<Values extends object>(
  key: string,
  read: (stored: Readonly<Record<string, unknown>>) => Values,
) {
  return create<Values & { change(part: Partial<Values>): void }>()((set, get) => ({
    ...read(readRecord(key)),
    change(part) {
      set({ ...get(), ...part })
      const { change: _, ...values } = get()
      writeJson(key, values)
    },
  }))
}
