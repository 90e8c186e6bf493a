import { MAX_NAME_LENGTH, type Register } from '@flowprint/contract'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../../shared/i18n/language.ts'
import { TextField } from '../../../shared/forms/field.tsx'
import { Form } from '../../../shared/forms/form.tsx'
import { PasswordField } from '../../../shared/forms/password-field.tsx'
import { useForm } from '../../../shared/forms/use-form.ts'
import { TermsNote } from '../../../shared/ui/terms-note.tsx'
import { register } from '../calls.ts'
import { emailRules, nameRules, newPasswordRules, repeatRules, usernameRules } from '../field-rules.ts'
import { NameFields } from '../parts/name-fields.tsx'
import { NewPasswordField } from '../password/new-password-field.tsx'
import { usePasswordMin } from '../password/rule-states.ts'
import { keepTypedEmail } from '../handover.ts'
import { InvitationNotice } from './invitation-notice.tsx'
import { keepInviteCode, useInvitation } from './invitation.ts'

const EMPTY = { username: '', last_name: '', first_name: '', email: '', password: '', confirm_password: '' }

/** `trialDays`: trial days of the invitation; 0 without one. */
export function CreateForm({ onDone }: { onDone: (registered: Register, trialDays: number) => void }) {
  const { t } = useTranslation()
  const invitation = useInvitation()
  const min = usePasswordMin()
  const form = useForm({
    initial: EMPTY,
    rules: {
      username: usernameRules(t),
      last_name: nameRules(t),
      first_name: nameRules(t),
      email: emailRules(t),
      password: newPasswordRules<typeof EMPTY>(t, min, (values) => values),
      confirm_password: repeatRules(t, 'password'),
    },
    incomplete: t('accounts.form.fault.registrationIncomplete'),
    send: async (values) => {
      keepTypedEmail(values.email)
      const code = invitation.kind === 'none' || invitation.kind === 'invalid' ? null : invitation.code
      const registered = await register(code === null ? values : { ...values, invite_code: code })
      keepInviteCode(null)
      onDone(registered, invitation.kind === 'valid' ? invitation.trialDays : 0)
    },
  })
  const { username, first_name, last_name, email } = form.values
  return (
    <Form
      form={form}
      submit={t('accounts.create.submit')}
      below={<TermsNote words={(terms) => t('accounts.create.agree', { terms })} />}
    >
      <InvitationNotice invitation={invitation} />
      <TextField
        form={form}
        name="username"
        autoComplete="nickname"
        label={t('accounts.form.field.username')}
        hint={t('accounts.form.hint.username', { max: MAX_NAME_LENGTH })}
        autoFocus
      />
      <NameFields form={form} language={useLanguage()} />
      <TextField
        form={form}
        name="email"
        type="email"
        autoComplete="email"
        label={t('accounts.form.field.email')}
        hint={t('accounts.form.hint.email')}
      />
      <NewPasswordField
        form={form}
        name="password"
        label={t('accounts.form.field.password')}
        min={min}
        ownWords={{ username, first_name, last_name, email }}
      />
      <PasswordField
        form={form}
        name="confirm_password"
        autoComplete="new-password"
        label={t('accounts.form.field.confirmPassword')}
      />
    </Form>
  )
}
