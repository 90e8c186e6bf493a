import { create } from 'zustand'
import { readJson, STORAGE_KEYS, writeJson } from '../../../../shared/local-store.ts'
import { DRAWING_COLOURS, type DrawingStyle } from './drawing.ts'

/** Drawing settings of this device. */
interface Preferences {
  /** The magnet: points snap to nearby highs, lows, closes and cell edges. */
  readonly magnet: boolean
  /** All drawings are hidden. */
  readonly hidden: boolean
  /** All drawings are locked. */
  readonly locked: boolean
  /** Style of the next drawing: that of the last. */
  readonly style: DrawingStyle
}

interface PreferencesState extends Preferences {
  change(part: Partial<Preferences>): void
}

function stored(): Preferences {
  const value = readJson(STORAGE_KEYS.drawing)
  const { magnet, hidden, locked, style } = (typeof value === 'object' && value !== null ? value : {}) as {
    [Key in keyof Preferences]?: unknown
  }
  const { colour, width } = (typeof style === 'object' && style !== null ? style : {}) as Record<string, unknown>
  return {
    magnet: magnet !== false,
    hidden: hidden === true,
    locked: locked === true,
    style: {
      colour: typeof colour === 'string' && /^#[0-9a-f]{6}$/.test(colour) ? colour : DRAWING_COLOURS.blue,
      width: width === 1 || width === 3 || width === 4 ? width : 2,
    },
  }
}

export const useDrawingPreferences = create<PreferencesState>()((set, get) => ({
  ...stored(),
  change(part) {
    set(part)
    const { magnet, hidden, locked, style } = get()
    writeJson(STORAGE_KEYS.drawing, { magnet, hidden, locked, style })
  },
}))
