import { lazy } from 'react'
import styles from './recorded.module.css'

/**
 * Figures of the simulated order book and its perpetual. Their data is large, so each is loaded where it is shown. The page
 * waits for them: appearing later they would shift the text.
 */
const PICTURES = {
  'book-heatmap': lazy(async () => ({ default: (await import('./heatmap-picture.tsx')).HeatmapPicture })),
  'book-walls': lazy(async () => ({ default: (await import('./walls-table.tsx')).WallsTable })),
  'book-imbalance': lazy(async () => ({ default: (await import('./imbalance-picture.tsx')).ImbalancePicture })),
  'book-ladder': lazy(async () => ({ default: (await import('./ladder-table.tsx')).LadderTable })),
  derivatives: lazy(async () => ({ default: (await import('./derivatives-picture.tsx')).DerivativesPicture })),
} as const

type RecordedName = keyof typeof PICTURES

export const RECORDED_FIGURES = Object.keys(PICTURES) as readonly RecordedName[]

export function RecordedFigure({ name }: { readonly name: RecordedName }) {
  const Picture = PICTURES[name]
  return (
    <figure className={styles.figure} data-figure={name}>
      <Picture />
    </figure>
  )
}
