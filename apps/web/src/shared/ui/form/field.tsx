import { useId, useLayoutEffect, useRef, type FocusEvent, type ReactNode } from 'react'
import styles from './form.module.css'
import { Input, type InputRef } from './kit.tsx'
import type { FormState } from './use-form.ts'

type Texts = Readonly<Record<string, string>>

export interface FieldProps<Values extends Texts> {
  readonly form: FormState<Values>
  readonly name: keyof Values & string
  readonly label: string
  /** For password managers: 'email', 'username', 'current-password', 'new-password', 'one-time-code' … */
  readonly autoComplete: string
  /** Hint under the field; an error replaces it. */
  readonly hint?: ReactNode
  readonly optional?: boolean
  readonly disabled?: boolean
  readonly autoFocus?: boolean
  /** Content below the hint. */
  readonly below?: ReactNode
}

interface TextFieldProps<Values extends Texts> extends FieldProps<Values> {
  readonly type?: 'text' | 'email' | 'password'
  readonly inputMode?: 'text' | 'email' | 'numeric'
  /** Content inside the field, at its end. */
  readonly suffix?: ReactNode
}

/** Label, input and error. The input is TDesign's; attributes it does not forward are set here. */
export function TextField<Values extends Texts>({
  form,
  name,
  label,
  autoComplete,
  hint,
  optional,
  disabled,
  autoFocus,
  below,
  type = 'text',
  inputMode,
  suffix,
}: TextFieldProps<Values>) {
  const id = useId()
  const input = useRef<InputRef>(null)
  const fault = form.faultOf(name)
  const describedBy = fault === null ? hint && `${id}-hint` : `${id}-fault`

  useLayoutEffect(() => {
    const element = input.current?.inputElement
    if (!element) return
    element.id = id
    element.spellcheck = false
    element.autocapitalize = 'off'
    element.inputMode = inputMode ?? (type === 'email' ? 'email' : 'text')
    element.setAttribute('aria-required', String(!optional))
    // React focuses on mount only; a dialog that opens later uses the autofocus attribute.
    element.toggleAttribute('autofocus', autoFocus ?? false)
    element.setAttribute('aria-invalid', String(fault !== null))
    if (describedBy) element.setAttribute('aria-describedby', describedBy)
    else element.removeAttribute('aria-describedby')
  }, [id, type, inputMode, optional, autoFocus, fault, describedBy])

  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <Input
        ref={input}
        name={name}
        type={type === 'password' ? 'password' : 'text'}
        value={form.values[name]}
        size="large"
        placeholder=""
        autocomplete={autoComplete}
        autofocus={autoFocus}
        disabled={disabled}
        readonly={form.busy}
        status={fault === null ? 'default' : 'error'}
        suffix={suffix}
        suffixIcon={null as never}
        onChange={(value) => form.set(name, value)}
        onBlur={(_value, { e }) => !goesElsewhere(e) && form.leave(name)}
      />
      {/* Reserves one line, so that an error does not move the layout while a button is clicked. */}
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
      {below}
    </div>
  )
}

/** Do not validate when focus leaves the form for a link or another button. */
function goesElsewhere({ relatedTarget }: FocusEvent<HTMLInputElement>): boolean {
  return relatedTarget instanceof Element && relatedTarget.closest('form') === null
}
