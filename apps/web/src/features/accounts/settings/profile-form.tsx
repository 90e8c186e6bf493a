import { MAX_NAME_LENGTH } from '@flowprint/contract'
import { useTranslation } from 'react-i18next'
import { failureSlug } from '../../../shared/http/envelope.ts'
import { failureText } from '../../../shared/http/failures.ts'
import { useLanguage } from '../../../shared/i18n/language.ts'
import { replaceToken } from '../../../shared/session/session.ts'
import { mergeUser, type User } from '../../../shared/session/user.ts'
import { TextField } from '../../../shared/forms/field.tsx'
import { Form } from '../../../shared/forms/form.tsx'
import { useForm } from '../../../shared/forms/use-form.ts'
import { showToast } from '../../../shared/ui/toasts.ts'
import { resetName } from '../calls.ts'
import { nameRules, usernameRules } from '../field-rules.ts'
import { NameFields } from '../parts/name-fields.tsx'

export function ProfileForm({ user }: { user: User }) {
  const { t } = useTranslation()
  const form = useForm({
    initial: { username: user.username, last_name: user.last_name, first_name: user.first_name },
    rules: { username: usernameRules(t), last_name: nameRules(t), first_name: nameRules(t) },
    incomplete: t('accounts.form.fault.modificationIncomplete'),
    send: async (values) => {
      const { token, ...names } = await resetName(values)
      mergeUser(names)
      replaceToken(token)
      showToast(t('accounts.profile.success'))
    },
    failed: (failure) => failureSlug(failure) === 'USERNAME_TAKEN' && { username: failureText(t, failure) },
  })
  return (
    <Form form={form} submit={t('accounts.profile.submit')}>
      <TextField
        form={form}
        name="username"
        autoComplete="nickname"
        label={t('accounts.form.field.username')}
        hint={t('accounts.form.hint.username', { max: MAX_NAME_LENGTH })}
      />
      <NameFields form={form} language={useLanguage()} />
    </Form>
  )
}
