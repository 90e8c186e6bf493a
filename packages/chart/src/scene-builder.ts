import type { InstrumentUnits } from '@flowprint/orderflow'
import type { ChartFormat, ChartSettings, ChartTheme } from './api.ts'
import { type PriceText, priceText } from './format/number-text.ts'
import type { BarStore } from './model/bar-store.ts'
import { BarTotals, quantities } from './model/quantities.ts'
import type { Quantities } from './model/quantities.ts'
import { computeStrength, hasStrengthChanged, type Strength } from './model/strength.ts'
import { FontCache } from './renderers/fonts.ts'
import { createPalette, type Palette } from './renderers/palette.ts'
import type { Scene } from './renderers/scene.ts'

/** Number of closed bars after which the reference values are recomputed; fewer while there are few bars. */
const REFRESH_BARS = 20
/** Number of closed bars that suffice for the reference values: older pages then leave the chart unchanged. */
const ENOUGH = 100

/**
 * Builds the scene. Parts are recreated only when their inputs change, so that layers and prepared bars can detect
 * changes by identity.
 */
export class SceneBuilder {
  #palette: Palette
  #fonts: FontCache
  #quantities: Quantities | null = null
  #totals: BarTotals | null = null
  #price: PriceText | null = null
  #strength: Strength | null = null
  #lookedAt = 0
  #scene: Scene | null = null
  #units: InstrumentUnits | null = null
  #settings: ChartSettings
  #format: ChartFormat
  readonly #store: BarStore

  constructor(store: BarStore, theme: ChartTheme, settings: ChartSettings, format: ChartFormat) {
    this.#store = store
    this.#palette = createPalette(theme)
    this.#fonts = new FontCache(theme.fontFamily)
    this.#settings = settings
    this.#format = format
  }

  get settings(): ChartSettings {
    return this.#settings
  }

  get format(): ChartFormat {
    return this.#format
  }

  get units(): InstrumentUnits | null {
    return this.#units
  }

  get price(): PriceText | null {
    return this.#price
  }

  setTheme(theme: ChartTheme): void {
    this.#palette = createPalette(theme)
    this.#fonts = new FontCache(theme.fontFamily)
    this.#scene = null
  }

  setSettings(settings: ChartSettings): void {
    const old = this.#settings
    this.#settings = settings
    this.#scene = null
    if (old.unit !== settings.unit) this.#quantities = null
    if (old.unit !== settings.unit) this.#totals = null
    if (old.unit !== settings.unit || old.mode !== settings.mode) this.#strength = null
  }

  setFormat(format: ChartFormat): void {
    this.#format = format
    this.#scene = null
  }

  /**
   * Called when the data is replaced; `alike`: same market, cycle and precision, so the reference values still apply.
   */
  setUnits(units: InstrumentUnits, alike: boolean): void {
    this.#scene = null
    this.#totals = null
    if (alike && this.#units?.tickSize === units.tickSize && this.#units.lotSize === units.lotSize) return
    this.#units = units
    this.#quantities = null
    this.#price = priceText(units.tickSize)
    this.#strength = null
  }

  /**
   * Called after older bars were prepended. True if the reference values changed; they are fixed once based on enough
   * bars.
   */
  handlePrepend(): boolean {
    this.#totals = null
    if (this.#lookedAt >= ENOUGH) {
      this.#lookedAt = this.#store.openFrom()
      this.#scene = null
      return false
    }
    return this.dataChanged(0)
  }

  /**
   * Called when bars from an index on changed. True if the reference values changed too, so that every cached bar is
   * stale.
   */
  dataChanged(from: number): boolean {
    this.#scene = null
    this.#totals?.invalidateFrom(from)
    const current = this.#strength
    const closed = this.#store.openFrom()
    if (current === null || this.#units === null) return true
    if (Math.abs(closed - this.#lookedAt) < Math.min(REFRESH_BARS, Math.max(1, closed / 4))) return false
    const fresh = this.#measure(this.#units)
    if (!hasStrengthChanged(current, fresh)) return false
    this.#strength = fresh
    return true
  }

  /** Null while there is no data. */
  get(): Scene | null {
    if (this.#units === null || this.#store.length === 0) return null
    if (this.#scene !== null) return this.#scene
    this.#quantities ??= quantities(this.#units, this.#settings.unit)
    this.#strength ??= this.#measure(this.#units)
    this.#totals ??= new BarTotals(this.#quantities)
    this.#scene = {
      bars: this.#store.bars(),
      analysis: this.#store.analysis(),
      firstSequence: this.#store.firstSequence,
      openFrom: this.#store.openFrom(),
      settings: this.#settings,
      format: this.#format,
      palette: this.#palette,
      fonts: this.#fonts,
      quantities: this.#quantities,
      strength: this.#strength,
      totals: this.#totals,
      price: this.#price ?? priceText(this.#units.tickSize),
    }
    return this.#scene
  }

  #measure(units: InstrumentUnits): Strength {
    this.#quantities ??= quantities(units, this.#settings.unit)
    this.#lookedAt = this.#store.openFrom()
    return computeStrength(this.#store.bars(), this.#lookedAt, this.#quantities, this.#settings.mode)
  }
}
