import { useId, type ReactNode } from 'react'
import styles from './form.module.css'
import type { FormState } from './use-form.ts'

interface TextAreaProps<Values extends Readonly<Record<string, string>>> {
  readonly form: FormState<Values>
  readonly name: keyof Values & string
  readonly label: string
  readonly rows: number
  /** Hint under the field; an error replaces it. */
  readonly hint?: ReactNode
}

/** A multi-line field with label and error, growing with its text. */
export function TextArea<Values extends Readonly<Record<string, string>>>({
  form,
  name,
  label,
  rows,
  hint,
}: TextAreaProps<Values>) {
  const id = useId()
  const fault = form.faultOf(name)
  const described = fault === null ? hint && `${id}-hint` : `${id}-fault`
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <textarea
        id={id}
        name={name}
        rows={rows}
        className={styles.area}
        value={form.values[name]}
        readOnly={form.busy}
        aria-required="true"
        aria-invalid={fault !== null}
        aria-describedby={described || undefined}
        onChange={(event) => form.set(name, event.target.value)}
        onBlur={({ relatedTarget }) => {
          // Do not validate when focus leaves the form.
          if (!(relatedTarget instanceof Element && relatedTarget.closest('form') === null)) form.leave(name)
        }}
      />
      <div className={styles.said}>
        {fault === null && hint && (
          <div id={`${id}-hint`} className={styles.hint}>
            {hint}
          </div>
        )}
        {fault !== null && (
          <p id={`${id}-fault`} className={styles.fault} role="alert">
            {fault}
          </p>
        )}
      </div>
    </div>
  )
}
