import { useId, type FocusEvent, type ReactNode } from 'react'
import styles from './form.module.css'
import type { FormState } from './use-form.ts'

type Texts = Readonly<Record<string, string>>

interface CommonProps<Values extends Texts> {
  readonly form: FormState<Values>
  readonly name: keyof Values & string
  readonly label: string
  /** Hint under the field; an error replaces it. */
  readonly hint?: ReactNode
}

export interface FieldProps<Values extends Texts> extends CommonProps<Values> {
  /** For password managers: 'email', 'username', 'current-password', 'new-password', 'one-time-code' … */
  readonly autoComplete: string
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

/** Props of the input or textarea: value, state and accessible description. */
function useControl<Values extends Texts>({ form, name, hint }: CommonProps<Values>) {
  const id = useId()
  const fault = form.faultOf(name)
  const control = {
    id,
    name,
    value: form.values[name],
    readOnly: form.busy,
    'aria-invalid': fault !== null,
    'aria-describedby': fault === null ? (hint ? `${id}-hint` : undefined) : `${id}-fault`,
    onChange: ({ target }: { readonly target: { readonly value: string } }) => form.set(name, target.value),
    // Do not validate when focus leaves the form for a link or another button.
    onBlur: ({ relatedTarget }: FocusEvent) => {
      if (!(relatedTarget instanceof Element && relatedTarget.closest('form') === null)) form.leave(name)
    },
  }
  return { control, fault }
}

/** Label, control, hint or error. */
function Frame({
  id,
  label,
  hint,
  fault,
  children,
}: {
  readonly id: string
  readonly label: string
  readonly hint?: ReactNode
  readonly fault: string | null
  readonly children: ReactNode
}) {
  return (
    <>
      <label htmlFor={id} className="text-muted text-m">
        {label}
      </label>
      {children}
      {/* Reserves one line, so that an error does not move the layout while a button is clicked. */}
      <div className="min-h-4.5 leading-4.5">
        {fault === null && hint && (
          <div id={`${id}-hint`} className="pb-2 text-faint text-s max-phone:pb-0.5">
            {hint}
          </div>
        )}
        {fault !== null && (
          <p id={`${id}-fault`} className="text-bad text-s" role="alert">
            {fault}
          </p>
        )}
      </div>
    </>
  )
}

/** React focuses at mount; a dialog moves the focus to the element with this attribute once it is open. */
function focusOnMount(input: HTMLInputElement | null): void {
  if (input?.closest('[role=dialog]') === null) input.focus()
}

export function TextField<Values extends Texts>(props: TextFieldProps<Values>) {
  const { label, hint, autoComplete, optional, disabled, autoFocus, below, type = 'text', inputMode, suffix } = props
  const { control, fault } = useControl(props)
  return (
    <div className="flex flex-col gap-1">
      <Frame id={control.id} label={label} hint={hint} fault={fault}>
        <div className="relative">
          <input
            {...control}
            ref={autoFocus ? focusOnMount : undefined}
            data-autofocus={autoFocus || undefined}
            className={styles.control}
            type={type === 'password' ? 'password' : 'text'}
            inputMode={inputMode ?? (type === 'email' ? 'email' : 'text')}
            autoComplete={autoComplete}
            autoCapitalize="off"
            spellCheck={false}
            disabled={disabled}
            aria-required={!optional}
          />
          {suffix}
        </div>
      </Frame>
      {below}
    </div>
  )
}

interface TextAreaProps<Values extends Texts> extends CommonProps<Values> {
  readonly rows?: number
  /** Length at which typing stops. */
  readonly max?: number
}

/** A multi-line field. */
export function TextArea<Values extends Texts>(props: TextAreaProps<Values>) {
  const { label, hint, rows = 2, max } = props
  const { control, fault } = useControl(props)
  return (
    <div className="flex flex-col gap-1">
      <Frame id={control.id} label={label} hint={hint} fault={fault}>
        <textarea
          {...control}
          rows={rows}
          maxLength={max}
          className={`${styles.control} ${styles.area}`}
          aria-required="true"
        />
      </Frame>
    </div>
  )
}
