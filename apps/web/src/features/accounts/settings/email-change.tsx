import { emailKey, LINK_MINUTES } from '@flowprint/contract'
import { useTranslation } from 'react-i18next'
import { replaceToken } from '../../../shared/session/session.ts'
import { mergeUser, type User } from '../../../shared/session/user.ts'
import { TextField } from '../../../shared/forms/field.tsx'
import { Form } from '../../../shared/forms/form.tsx'
import { PasswordField } from '../../../shared/forms/password-field.tsx'
import { useForm } from '../../../shared/forms/use-form.ts'
import { resetEmail } from '../calls.ts'
import { emailRules, filled } from '../field-rules.ts'
import { Outcome } from '../parts/outcome.tsx'
import { TextButton } from '../parts/text-button.tsx'
import { AccountName } from '../password/account-name.tsx'
import styles from './settings.module.css'

interface EmailChangeProps {
  readonly user: User
  readonly sent: boolean
  readonly onSent: (sent: boolean) => void
}

/** Changes the address in two steps: a mail goes to the new one, and its link makes the change. */
export function EmailChange({ user, sent, onSent }: EmailChangeProps) {
  const { t } = useTranslation()
  const { email: current, pending_email: pending } = user

  if (sent && pending !== null) {
    return (
      <>
        <Outcome tone="good" message={t('accounts.restoreEmail.success', { email: pending, minutes: LINK_MINUTES })}>
          {t('accounts.restoreEmail.successText', { email: current })}
        </Outcome>
        <TextButton onClick={() => onSent(false)}>{t('accounts.restoreEmail.again')}</TextButton>
      </>
    )
  }
  return (
    <>
      <dl className={styles.fact}>
        <dt>{t('accounts.form.field.currentEmail')}</dt>
        <dd>{current}</dd>
      </dl>
      {pending !== null && (
        <p className="px-3 py-2 rounded-sm bg-warning-tint text-warning text-m wrap-anywhere">
          {t('accounts.restoreEmail.pending', { email: pending })}
        </p>
      )}
      <EmailChangeForm current={current} onSent={() => onSent(true)} />
    </>
  )
}

function EmailChangeForm({ current, onSent }: { current: string; onSent: () => void }) {
  const { t } = useTranslation()
  const form = useForm({
    initial: { email: '', password: '' },
    rules: {
      email: [
        ...emailRules(t),
        (value) => (emailKey(value) === emailKey(current) ? t('accounts.form.fault.emailSame') : null),
      ],
      password: [filled(t)],
    },
    incomplete: t('accounts.form.fault.modificationIncomplete'),
    send: async (values) => {
      const { token, ...changed } = await resetEmail(values)
      mergeUser(changed)
      replaceToken(token)
      onSent()
    },
  })
  return (
    <Form form={form} submit={t('accounts.restoreEmail.submit')}>
      <TextField
        form={form}
        name="email"
        type="email"
        autoComplete="email"
        label={t('accounts.form.field.newEmail')}
        autoFocus
      />
      <AccountName email={current} />
      <PasswordField
        form={form}
        name="password"
        autoComplete="current-password"
        label={t('accounts.form.field.password')}
      />
    </Form>
  )
}
