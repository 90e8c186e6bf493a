import { useId } from 'react'
import type { FormState } from '../../../shared/forms/use-form.ts'
import styles from './parts.module.css'

interface TextAreaProps<Values extends Readonly<Record<string, string>>> {
  readonly form: FormState<Values>
  readonly name: keyof Values & string
  readonly label: string
  readonly hint?: string
  readonly max: number
  readonly optional?: boolean
  readonly lang?: string
}

/** A multi-line field with label and error. */
export function TextArea<Values extends Readonly<Record<string, string>>>({
  form,
  name,
  label,
  hint,
  max,
  optional,
  lang,
}: TextAreaProps<Values>) {
  const id = useId()
  const fault = form.faultOf(name)
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <textarea
        id={id}
        name={name}
        rows={2}
        maxLength={max}
        value={form.values[name]}
        readOnly={form.busy}
        className={styles.area}
        lang={lang}
        aria-required={!optional}
        aria-invalid={fault !== null}
        aria-describedby={`${id}-said`}
        onChange={(event) => form.set(name, event.target.value)}
        onBlur={({ relatedTarget }) => relatedTarget?.closest('form') && form.leave(name)}
      />
      <div id={`${id}-said`} className={styles.said}>
        {fault === null ? (
          hint && <span className={styles.hint}>{hint}</span>
        ) : (
          <p className={styles.fault} role="alert">
            {fault}
          </p>
        )}
      </div>
    </div>
  )
}
