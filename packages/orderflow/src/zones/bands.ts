import type { Zone, ZoneKind } from './zone.ts'

/** Live zones of one side that overlap or touch, shown as one band. */
interface ZoneBand {
  readonly side: 'support' | 'resistance'
  /** Rows, both inclusive. */
  readonly lowRow: number
  readonly highRow: number
  /** Earliest birth. */
  readonly born: number
  /** Most tests of any of them; 0 is drawn fainter. */
  readonly tests: number
  /** Strengths added. */
  readonly strength: number
  /** Distinct kinds of its zones, in order of their low rows. */
  readonly kinds: readonly ZoneKind[]
  /** Number of zones in the band. */
  readonly count: number
}

/**
 * Merges live zones into the bands to draw: union of the edges, strengths added, earliest birth, most tests.
 *
 * Input   zones in any order; ended ones are ignored (they are drawn individually, up to their end).
 * Output  supports ascending by low row, then resistances ascending. Rows [5, 7] and [8, 9] touch; [5, 7] and [9, 9] do
 *         not. Zones of different sides are never joined.
 * Cost    a sort of the live zones.
 */
export function mergeBands(zones: readonly Zone[]): ZoneBand[] {
  return [...mergeSide(zones, 'support'), ...mergeSide(zones, 'resistance')]
}

function mergeSide(zones: readonly Zone[], side: Zone['side']): ZoneBand[] {
  const live = zones.filter((zone) => zone.ended === null && zone.side === side)
  live.sort((a, b) => a.lowRow - b.lowRow || a.highRow - b.highRow || a.born - b.born)
  const bands: ZoneBand[] = []
  for (const zone of live) {
    const band = bands[bands.length - 1]
    if (band !== undefined && zone.lowRow <= band.highRow + 1) bands[bands.length - 1] = widen(band, zone)
    else bands.push(bandOf(zone))
  }
  return bands
}

function bandOf({ side, lowRow, highRow, born, tests, strength, kind }: Zone): ZoneBand {
  return { side, lowRow, highRow, born, tests, strength, kinds: [kind], count: 1 }
}

function widen(band: ZoneBand, zone: Zone): ZoneBand {
  return {
    side: band.side,
    lowRow: band.lowRow,
    highRow: Math.max(band.highRow, zone.highRow),
    born: Math.min(band.born, zone.born),
    tests: Math.max(band.tests, zone.tests),
    strength: band.strength + zone.strength,
    kinds: band.kinds.includes(zone.kind) ? band.kinds : [...band.kinds, zone.kind],
    count: band.count + 1,
  }
}

/**
 * The `max` bands (or zones) nearest to price, nearest first.
 *
 * Distance is the number of rows between the close's row and the nearer edge, 0 inside.
 * Ties    the stronger first, then the lower one.
 */
export function nearestZones<
  T extends { readonly lowRow: number; readonly highRow: number; readonly strength: number },
>(list: readonly T[], closeRow: number, max: number): T[] {
  const distance = (zone: T) => Math.max(0, zone.lowRow - closeRow, closeRow - zone.highRow)
  const ranked = list.toSorted((a, b) => distance(a) - distance(b) || b.strength - a.strength || a.lowRow - b.lowRow)
  return ranked.slice(0, max)
}
