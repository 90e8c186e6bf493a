import { PasswordField } from '../../../shared/forms/password-field.tsx'
import type { FormState } from '../../../shared/forms/use-form.ts'
import type { OwnWords } from '../field-rules.ts'
import { PasswordRules } from './password-rules.tsx'
import { StrengthMeter } from './strength-meter.tsx'

interface NewPasswordFieldProps<Values extends Readonly<Record<string, string>>> {
  readonly form: FormState<Values>
  readonly name: keyof Values & string
  readonly label: string
  readonly min: number
  readonly ownWords: OwnWords
  readonly autoFocus?: boolean
}

/** A new password with strength and rules below, visible from the start so that nothing moves. */
export function NewPasswordField<Values extends Readonly<Record<string, string>>>({
  min,
  ownWords,
  ...field
}: NewPasswordFieldProps<Values>) {
  const password = field.form.values[field.name]
  return (
    <PasswordField
      {...field}
      autoComplete="new-password"
      hint={<StrengthMeter password={password} own={Object.values(ownWords)} />}
      below={<PasswordRules password={password} min={min} ownWords={ownWords} />}
    />
  )
}
