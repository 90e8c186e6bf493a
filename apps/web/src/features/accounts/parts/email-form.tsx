import { useTranslation } from 'react-i18next'
import { TextField } from '../../../shared/forms/field.tsx'
import { Form } from '../../../shared/forms/form.tsx'
import { useForm } from '../../../shared/forms/use-form.ts'
import { emailRules } from '../field-rules.ts'
import { keepTypedEmail, typedEmail } from '../handover.ts'

/** An e-mail form, prefilled with the address typed on the page before. */
export function EmailForm({ submit, send }: { submit: string; send: (email: string) => Promise<void> }) {
  const { t } = useTranslation()
  const form = useForm({
    initial: { email: typedEmail() },
    rules: { email: emailRules(t) },
    send: async ({ email }) => {
      keepTypedEmail(email)
      await send(email.trim())
    },
  })
  return (
    <Form form={form} submit={submit}>
      <TextField
        form={form}
        name="email"
        type="email"
        autoComplete="email"
        label={t('accounts.form.field.email')}
        autoFocus
      />
    </Form>
  )
}
