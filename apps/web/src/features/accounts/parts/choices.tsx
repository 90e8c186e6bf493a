import { useId, type ReactNode } from 'react'
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
    <fieldset className="flex flex-col gap-2 m-0 p-0 border-0" aria-describedby={lead && `${name}-lead`}>
      <legend className="mb-1 p-0 font-semibold">{legend}</legend>
      {lead && (
        <p id={`${name}-lead`} className="text-muted text-m">
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
