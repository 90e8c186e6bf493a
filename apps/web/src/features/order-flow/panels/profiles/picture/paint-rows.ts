import type { OverlayScope } from '@flowprint/chart'
import type { ProfileLook } from '../model/profile-preferences.ts'
import type { PlacedProfile } from '../profile-store.ts'
import type { ProfileBox } from './profile-box.ts'
import { rowBands, type RowBand } from './row-bands.ts'

/** Opacity of rows: uniform, or inside and outside the value area. */
const STRENGTH = { plain: 0.34, inside: 0.46, outside: 0.2 }
/** Opacity of the total volume under a row's delta. */
const UNDER_DELTA = 0.4
const GROUND = 0.05

/** Paints the rows of a profile, and the background of a fixed one. */
export function paintRows(
  { context, coordinates, height, ratio, theme }: OverlayScope,
  { shown, kind }: PlacedProfile,
  box: ProfileBox,
  { look, area }: { readonly look: ProfileLook; readonly area: boolean },
): void {
  if (kind === 'fixed') {
    context.globalAlpha = GROUND
    context.fillStyle = theme.text3
    context.fillRect(box.left, 0, box.right - box.left, height)
  }
  const bands = rowBands(shown, coordinates, height)
  const most = mostOf(shown, bands)
  if (!(most > 0)) return
  const strip = (x: number, length: number, { top, bottom }: RowBand, colour: string, strength: number) => {
    // Leave a gap between rows that are tall enough.
    const gap = bottom - top >= 4 * ratio ? Math.max(1, Math.round(ratio)) : 0
    context.globalAlpha = strength
    context.fillStyle = colour
    context.fillRect(box.grow > 0 ? x : x - length, top + gap, length, bottom - top - gap)
  }
  for (const band of bands) {
    const volume = band.bid + band.ask
    const length = Math.max(1, Math.min(box.most, Math.round((volume / most) * box.most)))
    const strength = area ? (band.inside ? STRENGTH.inside : STRENGTH.outside) : STRENGTH.plain
    if (look === 'volume') strip(box.base, length, band, theme.brand, strength)
    else if (look === 'sides') {
      const sold = Math.round((length * band.bid) / volume)
      strip(box.base, sold, band, theme.bid, strength)
      strip(box.base + sold * box.grow, length - sold, band, theme.ask, strength)
    } else {
      strip(box.base, length, band, theme.text3, strength * UNDER_DELTA)
      const delta = band.ask - band.bid
      strip(
        box.base,
        Math.round((length * Math.abs(delta)) / volume),
        band,
        delta < 0 ? theme.bid : theme.ask,
        strength + 0.15,
      )
    }
  }
  context.globalAlpha = 1
}

/** The maximum to scale by: of single rows when each has its own band, otherwise of the merged bands. */
function mostOf({ row, bid, ask }: PlacedProfile['shown'], bands: readonly RowBand[]): number {
  let most = 0
  if (bands.length < row.length && bands.some(({ top, bottom }) => bottom - top <= 1)) {
    for (const band of bands) most = Math.max(most, band.bid + band.ask)
    return most
  }
  for (let i = 0; i < row.length; i++) most = Math.max(most, bid[i] + ask[i])
  return most
}
