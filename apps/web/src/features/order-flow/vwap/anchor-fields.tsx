import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../shared/ui/button.tsx'
import panel from '../panel/panel.module.css'
import styles from './anchor-fields.module.css'
import { anchorAt, togglePick, useAnchorPick, type Anchored } from './anchor-store.ts'
import { fieldText, momentOf } from './anchor-time.ts'

interface AnchorFieldsProps {
  readonly target: Anchored
  /** ms; 0 when none is chosen. */
  readonly at: number
}

/** Anchor of a running sum: as a time, or by a click on the chart. */
export function AnchorFields({ target, at }: AnchorFieldsProps) {
  const { t } = useTranslation()
  const picking = useAnchorPick((state) => state.picking === target)
  const id = useId()
  return (
    <>
      <div className={panel.field}>
        <label className={panel.label} htmlFor={id}>
          {t('vwap.at')}
        </label>
        <input
          id={id}
          className={`${panel.input} ${styles.moment}`}
          type="datetime-local"
          step={at % 60_000 === 0 ? 60 : 1}
          value={at > 0 ? fieldText(at) : ''}
          onChange={(event) => {
            const moment = momentOf(event.target.value)
            if (moment !== null) anchorAt(target, moment)
          }}
        />
      </div>
      <div className={styles.pick}>
        <Button variant="outlined" aria-pressed={picking} onClick={() => togglePick(target)}>
          {t('vwap.pick')}
        </Button>
        {picking && (
          <p className={panel.note} role="status">
            {t('vwap.picking')}
          </p>
        )}
      </div>
    </>
  )
}
