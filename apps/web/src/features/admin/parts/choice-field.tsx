import { useId } from 'react'
import type { FormState } from '../../../shared/forms/use-form.ts'
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
    <fieldset
      className="flex flex-col gap-1 m-0 p-0 border-0"
      aria-describedby={`${id}-said`}
      aria-invalid={fault !== null}
    >
      <legend className="p-0 text-muted text-m">{label}</legend>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(150px,1fr))] gap-2">
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
            {option.note && <span className="block text-muted text-s">{option.note}</span>}
          </Choice>
        ))}
      </div>
      <div id={`${id}-said`} className="min-h-4.5 text-s leading-4.5">
        {fault !== null && (
          <p className="text-bad" role="alert">
            {fault}
          </p>
        )}
      </div>
    </fieldset>
  )
}
