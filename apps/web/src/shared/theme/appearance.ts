import { create } from 'zustand'
import { currentLanguage } from '../i18n/language.ts'
import { readText, STORAGE_KEYS, writeText } from '../local-store.ts'

export const THEMES = ['light', 'dark'] as const
export type Theme = (typeof THEMES)[number]
export const PALETTES = ['international', 'chinese', 'colorblind'] as const
export type Palette = (typeof PALETTES)[number]

interface Appearance {
  /** The user's choice; null follows the system. */
  readonly chosen: Theme | null
  readonly theme: Theme
  readonly palette: Palette
  chooseTheme(theme: Theme | null): void
  choosePalette(palette: Palette): void
}

const systemLight = typeof matchMedia === 'function' ? matchMedia('(prefers-color-scheme: light)') : null

function systemTheme(): Theme {
  return systemLight?.matches ? 'light' : 'dark'
}

function storedTheme(): Theme | null {
  const stored = readText(STORAGE_KEYS.theme)
  return THEMES.find((theme) => theme === stored) ?? null
}

/** Stored when the user chose to follow the system; nothing stored means no choice. */
const SYSTEM = 'system'

export function followsSystem(): boolean {
  return readText(STORAGE_KEYS.theme) === SYSTEM
}

/** Default palette of a language: red means up in Chinese markets. */
function usualPalette(language: string): Palette {
  return language === 'zh' ? 'chinese' : 'international'
}

function storedPalette(): Palette {
  const stored = readText(STORAGE_KEYS.palette)
  return PALETTES.find((palette) => palette === stored) ?? usualPalette(currentLanguage())
}

/** Theme and palette: applied locally first; the document's attributes and tokens follow. */
export const useAppearance = create<Appearance>()((set) => ({
  // Values of the prerendered page; the user's own follow below.
  chosen: null,
  theme: 'dark',
  palette: 'chinese',
  chooseTheme(chosen) {
    writeText(STORAGE_KEYS.theme, chosen ?? SYSTEM)
    set({ chosen, theme: chosen ?? systemTheme() })
  },
  choosePalette(palette) {
    writeText(STORAGE_KEYS.palette, palette)
    set({ palette })
  },
}))

useAppearance.setState({ chosen: storedTheme(), theme: storedTheme() ?? systemTheme(), palette: storedPalette() })

/** Syncs the document's attributes with the state, and the state with the system until a theme is chosen. */
export function followAppearance(): void {
  const root = document.documentElement
  const show = ({ theme, palette }: Appearance) => {
    root.dataset.theme = theme
    root.dataset.palette = palette
  }
  show(useAppearance.getState())
  useAppearance.subscribe(show)
  systemLight?.addEventListener('change', () => {
    if (useAppearance.getState().chosen === null) useAppearance.setState({ theme: systemTheme() })
  })
  // Another tab made a choice, or a logout cleared storage.
  addEventListener('storage', ({ key }) => {
    if (key !== STORAGE_KEYS.theme && key !== STORAGE_KEYS.palette && key !== null) return
    const chosen = storedTheme()
    useAppearance.setState({ chosen, theme: chosen ?? systemTheme(), palette: storedPalette() })
  })
}
