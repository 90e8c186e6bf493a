import { useId } from 'react'
import { Input, inputClass } from '../../../../shared/ui/input.tsx'
import styles from './alert-dialog.module.css'

/** React focuses on mount, but a dialog that opens later uses the autofocus attribute. */
function beFirst(element: HTMLElement | null): void {
  element?.toggleAttribute('autofocus', true)
}

interface SelectFieldProps {
  readonly label: string
  readonly value: string
  readonly options: readonly { readonly value: string; readonly label: string }[]
  readonly onChange: (value: string) => void
  /** Receives focus when the dialog opens. */
  readonly first?: boolean
  readonly fault?: string | null
}

export function SelectField({ label, value, options, onChange, first, fault = null }: SelectFieldProps) {
  const id = useId()
  return (
    <div className="flex flex-1 flex-col gap-[5px] min-w-0">
      <label className="text-muted text-s" htmlFor={id}>
        {label}
      </label>
      <select
        id={id}
        className={`${inputClass('medium')} w-full min-w-0`}
        value={value}
        ref={first ? beFirst : undefined}
        aria-invalid={fault !== null}
        aria-describedby={fault === null ? undefined : `${id}-fault`}
        onChange={({ target }) => onChange(target.value)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <Fault id={id} fault={fault} />
    </div>
  )
}

/** Why a field is invalid; nothing when it is not. */
function Fault({ id, fault }: { readonly id: string; readonly fault: string | null }) {
  if (fault === null) return null
  return (
    <p id={`${id}-fault`} className="text-warning text-s leading-4.5" role="alert">
      {fault}
    </p>
  )
}

interface TextFieldProps {
  readonly label: string
  readonly value: string
  readonly fault: string | null
  readonly type?: 'text' | 'datetime-local'
  readonly onChange: (value: string) => void
}

export function TextField({ label, value, fault, type = 'text', onChange }: TextFieldProps) {
  const id = useId()
  return (
    <div className="flex flex-1 flex-col gap-[5px] min-w-0">
      <label className="text-muted text-s" htmlFor={id}>
        {label}
      </label>
      <Input
        id={id}
        type={type}
        className="w-full min-w-0"
        inputMode={type === 'text' ? 'decimal' : undefined}
        autoComplete="off"
        value={value}
        aria-invalid={fault !== null}
        aria-describedby={fault === null ? undefined : `${id}-fault`}
        onChange={({ target }) => onChange(target.value)}
      />
      <Fault id={id} fault={fault} />
    </div>
  )
}

interface ChecksProps<Value extends string> {
  readonly label: string
  readonly values: readonly Value[]
  readonly options: readonly { readonly value: Value; readonly label: string; readonly hint?: string | undefined }[]
  readonly fault?: string | null
  readonly onChange: (values: Value[]) => void
}

/** A group of checkboxes. */
export function Checks<Value extends string>({ label, values, options, fault = null, onChange }: ChecksProps<Value>) {
  const id = useId()
  return (
    <fieldset className={styles.checks}>
      <legend className="p-0 text-muted text-s">{label}</legend>
      {options.map(({ value, label: name, hint }) => (
        <label key={value} className={styles.check}>
          <input
            type="checkbox"
            checked={values.includes(value)}
            aria-invalid={fault !== null}
            aria-describedby={fault === null ? undefined : `${id}-fault`}
            onChange={({ target }) =>
              onChange(
                options
                  .map((option) => option.value)
                  .filter((each) => (each === value ? target.checked : values.includes(each))),
              )
            }
          />
          <span>{name}</span>
          {hint && <small>{hint}</small>}
        </label>
      ))}
      <Fault id={id} fault={fault} />
    </fieldset>
  )
}
