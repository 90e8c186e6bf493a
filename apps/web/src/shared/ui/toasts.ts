import { create } from 'zustand'

const TOAST_MS = 3000

interface Toast {
  readonly id: number
  readonly text: string
}

interface Toasts {
  readonly list: readonly Toast[]
  show(text: string): void
}

let lastId = 0

/** Toasts; identical texts show once. */
export const useToasts = create<Toasts>()((set, get) => ({
  list: [],
  show(text) {
    if (get().list.some((toast) => toast.text === text)) return
    const toast = { id: (lastId += 1), text }
    set({ list: [...get().list, toast] })
    setTimeout(() => set({ list: get().list.filter(({ id }) => id !== toast.id) }), TOAST_MS)
  },
}))

export function showToast(text: string): void {
  useToasts.getState().show(text)
}
