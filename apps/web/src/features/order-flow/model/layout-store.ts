import { create } from 'zustand'
import { readJson, STORAGE_KEYS, writeJson } from '../../../shared/local-store.ts'

/** What of the page is unfolded; remembered on this device. */
interface LayoutParts {
  readonly panel: boolean
  readonly tape: boolean
  readonly legend: boolean
  readonly header: boolean
}

interface LayoutState extends LayoutParts {
  fold(part: keyof LayoutParts, open: boolean): void
}

const USUAL: LayoutParts = { panel: false, tape: false, legend: true, header: true }
const OTHER = { panel: 'tape', tape: 'panel' } as const

const narrowerThan = (px: number) => typeof matchMedia === 'function' && matchMedia(`(max-width: ${px - 1}px)`).matches

function stored(): LayoutParts {
  const value = readJson(STORAGE_KEYS.layout)
  if (typeof value !== 'object' || value === null) return USUAL
  const flags = value as Partial<Record<keyof LayoutParts, unknown>>
  const read = (part: keyof LayoutParts) => (typeof flags[part] === 'boolean' ? flags[part] : USUAL[part])
  // On a phone a panel covers the chart, so it never opens by itself; a window that became narrow has room for one.
  const small = narrowerThan(901)
  const panel = read('panel') && !small
  return { panel, tape: read('tape') && !small && !(panel && narrowerThan(1200)), legend: read('legend'), header: read('header') }
}

export const useLayout = create<LayoutState>()((set, get) => ({
  ...stored(),
  fold(part, open) {
    set({ [part]: open })
    // Both panels only where the chart keeps most of the width.
    if (open && (part === 'panel' || part === 'tape') && narrowerThan(1200)) set({ [OTHER[part]]: false })
    const { panel, tape, legend, header } = get()
    writeJson(STORAGE_KEYS.layout, { panel, tape, legend, header })
  },
}))
