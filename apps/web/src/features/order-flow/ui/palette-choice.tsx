import { useTranslation } from 'react-i18next'
import type { Palette } from '../../../shared/theme/appearance.ts'
import styles from './palette-choice.module.css'

interface PaletteChoiceProps {
  readonly palettes: readonly Palette[]
  readonly value: Palette
  readonly onChange: (palette: Palette) => void
}

/** Colour conventions for up and down, each previewed in its colours. */
export function PaletteChoice({ palettes, value, onChange }: PaletteChoiceProps) {
  const { t } = useTranslation()
  return (
    <fieldset className="flex flex-col gap-0.5 m-0 p-0 border-0">
      <legend className="visually-hidden">{t('order.palette.label')}</legend>
      {palettes.map((palette) => (
        <label key={palette} className="flex items-center gap-2 min-h-7.5 text-default text-s cursor-pointer">
          <input
            type="radio"
            name="palette"
            className={styles.radio}
            checked={palette === value}
            onChange={() => onChange(palette)}
          />
          <span className={styles.swatch} data-swatch={palette} aria-hidden="true">
            <i />
            <i />
          </span>
          {t(`order.palette.${palette}`)}
        </label>
      ))}
    </fieldset>
  )
}
