import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Segmented } from '../../../shared/ui/segmented.tsx'
import { Switch } from '../../../shared/ui/switch.tsx'
import styles from './panel.module.css'

interface NumberFieldProps {
  readonly label: string
  readonly value: string
  readonly min: string
  readonly max: string
  /** Applies the text; false when it is invalid. */
  readonly onChange: (text: string) => boolean
}

/** A number field, applied on Enter and on blur; an invalid value shows an error and is not applied. */
export function NumberField({ label, value, min, max, onChange }: NumberFieldProps) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState<string | null>(null)
  const [refused, setRefused] = useState(false)
  const id = useId()

  const apply = () => {
    if (typed === null) return
    const text = typed.trim().replace(',', '.')
    const taken = text === value || onChange(text)
    setRefused(!taken)
    if (taken) setTyped(null)
  }

  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        className={styles.input}
        inputMode="decimal"
        autoComplete="off"
        value={typed ?? value}
        aria-invalid={refused}
        aria-describedby={refused ? `${id}-fault` : undefined}
        onBlur={apply}
        onChange={(event) => {
          setTyped(event.target.value)
          setRefused(false)
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') apply()
        }}
      />
      {refused && (
        <p id={`${id}-fault`} className={styles.fault} role="alert">
          {t('indicators.invalid', { min, max })}
        </p>
      )}
    </div>
  )
}

interface ChoiceFieldProps<Value extends string> {
  readonly label: string
  readonly options: readonly { readonly value: Value; readonly label: string }[]
  readonly value: Value | undefined
  readonly onChange: (value: Value) => void
}

export function ChoiceField<Value extends string>(props: ChoiceFieldProps<Value>) {
  return (
    <div className={styles.field}>
      <span className={styles.label}>{props.label}</span>
      <Segmented {...props} wide={props.options.length > 2} />
    </div>
  )
}

interface FlagFieldProps {
  readonly label: string
  readonly value: boolean
  readonly onChange: (value: boolean) => void
}

export function FlagField({ label, value, onChange }: FlagFieldProps) {
  return (
    <div className={styles.field}>
      <span className={styles.label}>{label}</span>
      <Switch label={label} checked={value} onChange={onChange} />
    </div>
  )
}
