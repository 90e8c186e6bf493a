import type { Language } from '@flowprint/i18n'
import { useTranslation } from 'react-i18next'
import { TextField } from '../../../shared/forms/field.tsx'
import type { FormState } from '../../../shared/forms/use-form.ts'

type Names = Readonly<Record<'first_name' | 'last_name', string>>

interface NameFieldsProps<Values extends Names & Readonly<Record<string, string>>> {
  readonly form: FormState<Values>
  readonly language: Language
}

/** First and last name in the language's order. */
export function NameFields<Values extends Names & Readonly<Record<string, string>>>({
  form,
  language,
}: NameFieldsProps<Values>) {
  const { t } = useTranslation()
  const first = (
    <TextField
      key="first"
      form={form}
      name="first_name"
      autoComplete="given-name"
      label={t('accounts.form.field.firstName')}
    />
  )
  const last = (
    <TextField
      key="last"
      form={form}
      name="last_name"
      autoComplete="family-name"
      label={t('accounts.form.field.lastName')}
    />
  )
  return language === 'zh' ? (
    <>
      {last}
      {first}
    </>
  ) : (
    <>
      {first}
      {last}
    </>
  )
}
