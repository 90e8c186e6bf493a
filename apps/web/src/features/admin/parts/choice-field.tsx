import { useId } from 'react'
import type { FormState } from '../../../shared/forms/use-form.ts'
import styles from './parts.module.css'
import { Choice } from '../../../shared/ui/choice.tsx'

interface ChoiceFieldProps<Values extends Readonly<Record<string, string>>> {
  readonly form: FormState<Values>
  readonly name: keyof Values & string
  readonly label: string
  readonly options: readonly { readonly value: string; readonly label: string; readonly note?: string }[]
}

/** A choice without a default. */
export function ChoiceField<Values extends Readonly<Record<string, string>>>({
  form,
  name,
  label,
  options,
}: ChoiceFieldProps<Values>) {
  const id = useId()
  const fault = form.faultOf(name)
  return (
    <fieldset className={styles.choices} aria-describedby={`${id}-said`} aria-invalid={fault !== null}>
      <legend className={styles.label}>{label}</legend>
      <div className={styles.options}>
        {options.map((option) => (
          <Choice
            key={option.value}
            name={name}
            value={option.value}
            checked={form.values[name] === option.value}
            disabled={form.busy}
            onChange={() => form.set(name, option.value)}
          >
            {option.label}
            {option.note && <span className={styles.note}>{option.note}</span>}
          </Choice>
        ))}
      </div>
      <div id={`${id}-said`} className={styles.said}>
        {fault !== null && (
          <p className={styles.fault} role="alert">
            {fault}
          </p>
        )}
      </div>
    </fieldset>
  )
}
