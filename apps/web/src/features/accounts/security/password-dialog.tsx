import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog, DialogBody } from '../../../shared/ui/dialog.tsx'
import { Form } from '../../../shared/forms/form.tsx'
import { PasswordField } from '../../../shared/forms/password-field.tsx'
import { useForm } from '../../../shared/forms/use-form.ts'
import { filled } from '../field-rules.ts'
import { AccountName } from '../password/account-name.tsx'

interface PasswordDialogProps {
  readonly title: string
  readonly email: string
  /** Consequence of the action. */
  readonly children: ReactNode
  readonly submit: string
  readonly send: (password: string) => Promise<void>
  readonly onClose: () => void
}

/** Asks for the password before an action. */
export function PasswordDialog({ title, email, children, submit, send, onClose }: PasswordDialogProps) {
  const { t } = useTranslation()
  const form = useForm({
    initial: { password: '' },
    rules: { password: [filled(t)] },
    send: ({ password }) => send(password),
  })
  return (
    <Dialog title={title} onClose={onClose}>
      <DialogBody>
        {children}
        <Form form={form} submit={submit}>
          <AccountName email={email} />
          <PasswordField
            form={form}
            name="password"
            autoComplete="current-password"
            label={t('accounts.form.field.password')}
            autoFocus
          />
        </Form>
      </DialogBody>
    </Dialog>
  )
}
