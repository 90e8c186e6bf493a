import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog, DialogBody } from '../../../shared/ui/dialog.tsx'
import { Form } from '../../../shared/forms/form.tsx'
import type { FormState } from '../../../shared/forms/use-form.ts'

interface ActDialogProps<Values extends Readonly<Record<string, string>>> {
  readonly title: string
  readonly form: FormState<Values>
  readonly submit: string
  readonly disabled?: boolean
  readonly size?: 'medium' | 'large'
  /** Evidence, above the fields. */
  readonly evidence?: ReactNode
  /** Consequence in words and numbers, before the button. */
  readonly happens: ReactNode
  /** The step-up dialog, while open. */
  readonly stepUp: ReactNode
  readonly onClose: () => void
  readonly children?: ReactNode
}

/** Dialog of an action: evidence, fields, consequence, and one button. Escape cancels. */
export function ActDialog<Values extends Readonly<Record<string, string>>>({
  title,
  form,
  submit,
  disabled,
  size,
  evidence,
  happens,
  stepUp,
  onClose,
  children,
}: ActDialogProps<Values>) {
  return (
    <>
      <Dialog title={title} size={size} onClose={onClose}>
        <DialogBody>
          {evidence}
          <Form form={form} submit={submit} disabled={disabled}>
            {children}
            <Happens>{happens}</Happens>
          </Form>
        </DialogBody>
      </Dialog>
      {stepUp}
    </>
  )
}

function Happens({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <section className="flex flex-col gap-1 mt-1 mb-2 p-3 rounded-md bg-brand-tint wrap-anywhere" aria-live="polite">
      <h3 className="text-muted text-s font-medium">{t('admin.frame.happens')}</h3>
      {children}
    </section>
  )
}
