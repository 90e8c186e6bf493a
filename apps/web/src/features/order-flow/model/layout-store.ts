import { create } from 'zustand'
import { readJson, STORAGE_KEYS, writeJson } from '../../../shared/local-store.ts'

/** What of the page is unfolded; remembered on this device. */
interface LayoutParts {
  readonly panel: boolean
  readonly legend: boolean
  readonly header: boolean
}

interface LayoutState extends LayoutParts {
  fold(part: keyof LayoutParts, open: boolean): void
}

const USUAL: LayoutParts = { panel: false, legend: true, header: true }

function stored(): LayoutParts {
  const value = readJson(STORAGE_KEYS.layout)
  if (typeof value !== 'object' || value === null) return USUAL
  const flags = value as Partial<Record<keyof LayoutParts, unknown>>
  const read = (part: keyof LayoutParts) => (typeof flags[part] === 'boolean' ? flags[part] : USUAL[part])
  // On a phone the panel covers the chart, so it never opens by itself.
  const small = typeof matchMedia === 'function' && matchMedia('(max-width: 900px)').matches
  return { panel: read('panel') && !small, legend: read('legend'), header: read('header') }
}

export const useLayout = create<LayoutState>()((set, get) => ({
  ...stored(),
  fold(part, open) {
    set({ [part]: open })
    const { panel, legend, header } = get()
    writeJson(STORAGE_KEYS.layout, { panel, legend, header })
  },
}))
