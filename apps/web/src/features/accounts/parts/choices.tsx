import { useId, type ReactNode } from 'react'
import styles from './parts.module.css'
import { Choice } from '../../../shared/ui/choice.tsx'

interface ChoicesProps<Value extends string> {
  readonly legend: string
  readonly lead?: string
  readonly options: readonly {
    readonly value: Value
    readonly label: string
    readonly sample?: ReactNode
    readonly lang?: string
  }[]
  readonly value: Value
  readonly onChoose: (value: Value) => void
}

/** Radio buttons that apply immediately. */
export function Choices<Value extends string>({ legend, lead, options, value, onChoose }: ChoicesProps<Value>) {
  const name = useId()
  return (
    <fieldset className={styles.choices} aria-describedby={lead && `${name}-lead`}>
      <legend className={styles.legend}>{legend}</legend>
      {lead && (
        <p id={`${name}-lead`} className={styles.text}>
          {lead}
        </p>
      )}
      {options.map((option) => (
        <Choice
          key={option.value}
          name={name}
          checked={option.value === value}
          side={option.sample}
          lang={option.lang}
          onChange={() => onChoose(option.value)}
        >
          {option.label}
        </Choice>
      ))}
    </fieldset>
  )
}
