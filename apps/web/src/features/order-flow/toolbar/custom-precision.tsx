import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../shared/ui/button.tsx'
import { tidyPrecision } from '../model/precision.ts'
import styles from './toolbar.module.css'

/** Any other multiple of the tick. */
export function CustomPrecision({ tick, onChoose }: { tick: string; onChoose: (precision: string) => void }) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const [refused, setRefused] = useState(false)
  const id = useId()

  return (
    <form
      className={styles.custom}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        const precision = tidyPrecision(text, tick)
        setRefused(precision === null)
        if (precision !== null) onChoose(precision)
      }}
    >
      <label htmlFor={id} className={styles.customLabel}>
        {t('order.precisionMenu.customLabel', { tick })}
      </label>
      <div className={styles.customRow}>
        <input
          id={id}
          className={styles.field}
          inputMode="decimal"
          autoComplete="off"
          value={text}
          placeholder={tick}
          aria-invalid={refused}
          aria-describedby={refused ? `${id}-fault` : undefined}
          onChange={(event) => {
            setText(event.target.value)
            setRefused(false)
          }}
        />
        <Button type="submit" variant="outlined">
          {t('common.apply')}
        </Button>
      </div>
      {refused && (
        <p id={`${id}-fault`} role="alert" className={styles.fault}>
          {t('order.precisionMenu.invalid', { tick })}
        </p>
      )}
    </form>
  )
}
