import styles from './scanner.module.css'

interface ChoiceRowProps<Value extends string> {
  readonly label: string
  readonly name: string
  readonly options: readonly { readonly value: Value; readonly label: string }[]
  readonly value: Value
  readonly onChange: (value: Value) => void
}

/** Radio buttons in a row, which look like a Segmented; sharing that one would add a request to the chart page. */
export function ChoiceRow<Value extends string>({ label, name, options, value, onChange }: ChoiceRowProps<Value>) {
  return (
    <fieldset className={styles.row}>
      <legend className="visually-hidden">{label}</legend>
      {options.map((option) => (
        <label key={option.value}>
          <input type="radio" name={name} checked={option.value === value} onChange={() => onChange(option.value)} />
          {option.label}
        </label>
      ))}
    </fieldset>
  )
}
