import type { IndicatorSettings } from '../settings/settings.ts'
import type { Zone, ZoneKind } from './zone.ts'

/** Data of a zone at the close of the bar that creates it. */
export type ZoneSeed = Pick<Zone, 'kind' | 'side' | 'lowRow' | 'highRow' | 'strength'>

/** Undo record: zone `id` before the bar at `index` changed it. */
interface Change {
  readonly index: number
  readonly id: number
  readonly before: Zone
  readonly armed: boolean
}

/**
 * All zones of one run of bars, with undo to any earlier bar.
 *
 * Bars are added by ascending index: `step` with each closed bar, then `bear` for the zones of that bar, so that a zone
 * first meets the bar after its birth. `rewind(index)` undoes everything from that bar on; adding bars again gives the
 * same result as adding them once. Zones are never merged here (mergeBands does it for drawing).
 *
 * Cost    step: one pass over the live zones. rewind: proportional to what is undone, and one pass over the zones.
 */
export class ZoneBook {
  private readonly options: Pick<IndicatorSettings['zones'], 'breakBy' | 'expireBars'>
  private readonly zones: Zone[] = []
  private readonly bornIndex: number[] = []
  private readonly armed: boolean[] = []
  private readonly changes: Change[] = []
  private live: number[] = []
  private listed: readonly Zone[] | null = null

  constructor(options: Pick<IndicatorSettings['zones'], 'breakBy' | 'expireBars'>) {
    this.options = options
  }

  /** All zones in order of birth; an immutable array, the same until something changes. */
  list(): readonly Zone[] {
    this.listed ??= this.zones.slice()
    return this.listed
  }

  /** Steps every live zone with the closed bar `index`. */
  step(index: number, t: number, bar: BarRows): void {
    let kept = 0
    for (const id of this.live) {
      if (this.stepOne(id, index, t, bar)) this.live[kept++] = id
    }
    this.live.length = kept
  }

  /** Adds a zone born at the close of bar `index`, unless price is already beyond it. */
  bear(index: number, t: number, seed: ZoneSeed, closeRow: number): void {
    if (isBeyond(seed, closeRow)) return
    const { kind, side, lowRow, highRow, strength } = seed
    this.live.push(this.zones.length)
    this.zones.push({ kind, side, lowRow, highRow, born: t, state: 'fresh', tests: 0, ended: null, strength })
    this.bornIndex.push(index)
    this.armed.push(true)
    this.listed = null
  }

  /** Undoes every step and birth of the bars from `index` on. */
  rewind(index: number): void {
    const { zones, bornIndex, changes } = this
    let undone = false
    while (changes.length > 0 && changes[changes.length - 1].index >= index) {
      const change = changes.pop()!
      zones[change.id] = change.before
      this.armed[change.id] = change.armed
      undone = true
    }
    while (bornIndex.length > 0 && bornIndex[bornIndex.length - 1] >= index) {
      bornIndex.pop()
      zones.pop()
      this.armed.pop()
      undone = true
    }
    if (!undone) return
    this.live = []
    for (let id = 0; id < zones.length; id++) if (zones[id].ended === null) this.live.push(id)
    this.listed = null
  }

  /** Whether the zone is still live. */
  private stepOne(id: number, index: number, t: number, bar: BarRows): boolean {
    const zone = this.zones[id]
    const meeting = meetZone(zone, bar, this.options.breakBy)
    if (meeting === 'broken' || meeting === 'filled') {
      this.change(id, index, { ...zone, state: meeting, ended: t }, this.armed[id])
      return false
    }
    const tested = meeting === 'held' && this.armed[id]
    const armed = meeting === 'away'
    let next = tested ? { ...zone, state: 'tested' as const, tests: zone.tests + 1 } : zone
    const expired = index >= this.bornIndex[id] + this.options.expireBars
    if (expired) next = { ...next, state: 'expired', ended: t }
    if (next !== zone || armed !== this.armed[id]) this.change(id, index, next, armed)
    return !expired
  }

  private change(id: number, index: number, next: Zone, armed: boolean): void {
    const before = this.zones[id]
    this.changes.push({ index, id, before, armed: this.armed[id] })
    this.zones[id] = next
    this.armed[id] = armed
    if (next !== before) this.listed = null
  }
}

/** The rows a bar reached. */
export interface BarRows {
  readonly low: number
  readonly high: number
  readonly close: number
}

/**
 * Effect of one closed bar on a zone:
 * `away`: no overlap; `inside`: it overlaps and does not close back on the near side; `held`: it overlaps and closes
 * back on the near side; `broken`, `filled`: it ends the zone.
 */
type ZoneMeeting = 'away' | 'inside' | 'held' | 'broken' | 'filled'

/** A zone, or a wall of the order book (depth/walls.ts). */
type Standing = Pick<Zone, 'side' | 'lowRow' | 'highRow'> & { readonly kind: ZoneKind | 'wall' }

/**
 * Classifies the effect of a closed bar on a live zone.
 *
 * For a support the near side is above: broken when row(close) < lowRow ('close'), when row(low) < lowRow ('through')
 * or when row(low) <= highRow ('touch': reached, or jumped over). Resistance is mirrored. A naked point of control is
 * only ever `filled`, by a bar whose range covers its row.
 *
 * Ties    all rows are inclusive: a close on the zone's first or last row is inside.
 * Cost    constant, no allocation.
 * Source  docs/formulas/support-and-resistance.md, section "Life cycle".
 */
export function meetZone(zone: Standing, bar: BarRows, breakBy: IndicatorSettings['zones']['breakBy']): ZoneMeeting {
  const overlaps = bar.low <= zone.highRow && bar.high >= zone.lowRow
  if (zone.kind === 'nakedPoc') return overlaps ? 'filled' : 'away'
  const support = zone.side === 'support'
  if (isBroken(zone, support, bar, breakBy)) return 'broken'
  if (!overlaps) return 'away'
  return (support ? bar.close > zone.highRow : bar.close < zone.lowRow) ? 'held' : 'inside'
}

function isBroken(
  zone: Standing,
  support: boolean,
  bar: BarRows,
  breakBy: IndicatorSettings['zones']['breakBy'],
): boolean {
  if (breakBy === 'close') return isBeyond(zone, bar.close)
  if (breakBy === 'through') return support ? bar.low < zone.lowRow : bar.high > zone.highRow
  return support ? bar.low <= zone.highRow : bar.high >= zone.lowRow
}

/** Whether a close is beyond the far edge; such a zone is not created. */
export function isBeyond(zone: Pick<Zone, 'side' | 'lowRow' | 'highRow'>, closeRow: number): boolean {
  return zone.side === 'support' ? closeRow < zone.lowRow : closeRow > zone.highRow
}
