import type { Coordinates } from '@flowprint/chart'
import { lowerBoundT, type Bars } from '@flowprint/orderflow'
import type { ProfileWidth } from '../model/profile-preferences.ts'
import type { PlacedProfile, ProfileKind } from '../profile-store.ts'

/** Position of a profile, device px. */
export interface ProfileBox {
  /** The range it covers: its lines span it. */
  readonly left: number
  readonly right: number
  /** Rows start here and extend by at most `most` px in the direction. */
  readonly base: number
  readonly grow: 1 | -1
  readonly most: number
}

/** Fraction of the width that the longest row takes. */
const SHARE: Readonly<Record<Exclude<ProfileKind, 'visible'>, Readonly<Record<ProfileWidth, number>>>> = {
  session: { narrow: 0.22, medium: 0.38, wide: 0.65 },
  fixed: { narrow: 0.35, medium: 0.6, wide: 0.95 },
}
const SHARE_OF_PANE: Readonly<Record<ProfileWidth, number>> = { narrow: 0.12, medium: 0.2, wide: 0.32 }
/** CSS px below which a profile is not drawn. */
const MIN_PX = 16

interface Surface {
  readonly coordinates: Pick<Coordinates, 'xOfEdge' | 'indexOfTime'>
  readonly bars: Bars
  readonly width: number
  readonly ratio: number
}

/** Null when it is off the screen or too narrow to read. */
export function profileBox(
  { kind, from, to }: Pick<PlacedProfile, 'kind' | 'from' | 'to'>,
  size: ProfileWidth,
  { coordinates, bars, width, ratio }: Surface,
): ProfileBox | null {
  if (kind === 'visible')
    return { left: 0, right: width, base: width, grow: -1, most: Math.round(width * SHARE_OF_PANE[size]) }
  const [left, right] = [edgeOf(from, coordinates, bars), edgeOf(to, coordinates, bars)].map(Math.round)
  if (right <= 0 || left >= width || right - left < MIN_PX * ratio) return null
  return { left, right, base: left, grow: 1, most: Math.max(1, Math.round((right - left) * SHARE[kind][size])) }
}

/** Left edge of the first bar at or after a time; an unfinished range ends right of the newest bar. */
export function edgeOf(t: number, coordinates: Surface['coordinates'], bars: Bars): number {
  if (bars.length > 0 && t < bars.t[0]) return coordinates.xOfEdge(Math.floor(coordinates.indexOfTime(t)))
  return coordinates.xOfEdge(lowerBoundT(bars, t))
}
