import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './button.tsx'
import { Dialog, DialogActions, DialogBody } from './dialog.tsx'

interface ConfirmProps {
  readonly title: string
  /** Consequence of the action. */
  readonly children: ReactNode
  readonly confirm: string
  readonly busy?: boolean
  readonly onConfirm: () => void
  readonly onCancel: () => void
}

/** Confirmation dialog. Escape, the backdrop and Cancel change nothing. */
export function Confirm({ title, children, confirm, busy, onConfirm, onCancel }: ConfirmProps) {
  const { t } = useTranslation()
  return (
    <Dialog title={title} onClose={onCancel}>
      <DialogBody>
        <div className="text-muted">{children}</div>
        <DialogActions>
          <Button variant="outlined" size="large" onClick={onCancel}>
            {t('common.cancel')}
          </Button>
          <Button variant="primary" size="large" loading={busy} data-autofocus="" onClick={onConfirm}>
            {confirm}
          </Button>
        </DialogActions>
      </DialogBody>
    </Dialog>
  )
}
