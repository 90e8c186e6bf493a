import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './button.tsx'
import styles from './confirm.module.css'
import { Dialog } from './dialog.tsx'

interface ConfirmProps {
  readonly title: string
  /** What will happen. */
  readonly children: ReactNode
  readonly confirm: string
  readonly busy?: boolean
  readonly onConfirm: () => void
  readonly onCancel: () => void
}

/** React focuses at mounting; a dialog goes by the attribute when it opens a moment later. */
function chosen(button: HTMLButtonElement | null): void {
  button?.toggleAttribute('autofocus', true)
}

/** A question before an act. Escape, the backdrop and Cancel leave everything as it is. */
export function Confirm({ title, children, confirm, busy, onConfirm, onCancel }: ConfirmProps) {
  const { t } = useTranslation()
  return (
    <Dialog title={title} onClose={onCancel}>
      <div className={styles.text}>{children}</div>
      <div className={styles.actions}>
        <Button look="outlined" large onClick={onCancel}>
          {t('common.cancel')}
        </Button>
        <Button look="primary" large disabled={busy} aria-busy={busy} ref={chosen} onClick={onConfirm}>
          {confirm}
        </Button>
      </div>
    </Dialog>
  )
}
