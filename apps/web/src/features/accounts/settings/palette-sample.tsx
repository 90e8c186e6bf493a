import type { Palette } from '../../../shared/theme/appearance.ts'
import styles from './settings.module.css'

/** A rising and a falling bar in the colours of a palette. */
export function PaletteSample({ palette }: { palette: Palette }) {
  return (
    <span className={styles.sample} data-sample={palette} aria-hidden="true">
      <i />
      <i />
    </span>
  )
}
