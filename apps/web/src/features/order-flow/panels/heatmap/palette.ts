import type { HeatPaletteName } from '@flowprint/chart/depth'
import type { Theme } from '../../../../shared/theme/appearance.ts'
import type { HeatmapSettings } from '../../model/view-settings.ts'

/** The colours of a choice in a theme. */
export function paletteOf(palette: HeatmapSettings['palette'], theme: Theme): HeatPaletteName {
  return palette === 'colorblind' ? 'colourBlind' : theme
}
