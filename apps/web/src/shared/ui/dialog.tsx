import { Dialog as BaseDialog } from '@base-ui/react/dialog'
import { useEffect, useId, useRef, useState, type ComponentProps, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from './button.tsx'
import styles from './dialog.module.css'

interface DialogProps {
  readonly title: string
  /** `large`: wide enough for two columns of facts. */
  readonly size?: 'medium' | 'large'
  readonly onClose: () => void
  readonly children: ReactNode
}

/** Open dialogs, the topmost last: Escape closes only that one. */
const open: string[] = []

/** Modal dialog, open while mounted; Escape and the backdrop close it. A bottom sheet on a phone. */
export function Dialog({ title, size = 'medium', onClose, children }: DialogProps) {
  const { t } = useTranslation()
  const id = useId()
  const popup = useRef<HTMLDivElement>(null)
  const [opener] = useState(() => document.activeElement)

  useEffect(() => {
    open.push(id)
    return () => {
      open.splice(open.indexOf(id), 1)
      if (opener instanceof HTMLElement) opener.focus({ preventScroll: true })
    }
  }, [id, opener])

  return (
    <BaseDialog.Root
      open
      onOpenChange={(_, details) => {
        if (open.at(-1) === id) onClose()
        else details.cancel()
      }}
    >
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className={styles.backdrop} />
        <BaseDialog.Popup
          ref={popup}
          className={`${styles.dialog} ${styles[size]}`}
          data-overlay="dialog"
          initialFocus={() => popup.current?.querySelector<HTMLElement>('[data-autofocus]') ?? true}
        >
          <header className="flex items-center justify-between py-2.5 pr-2 pl-4 border-b border-line">
            <BaseDialog.Title className={styles.title}>{title}</BaseDialog.Title>
            <IconButton icon="close" label={t('common.close')} onClick={onClose} />
          </header>
          <div className="min-h-0 overflow-auto overscroll-contain">{children}</div>
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  )
}

/** Padded content of a dialog, in a column. */
export function DialogBody(props: Omit<ComponentProps<'div'>, 'className'>) {
  return <div className="flex flex-col gap-4 p-4" {...props} />
}

/** Buttons at the foot of a dialog. */
export function DialogActions({ children }: { readonly children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>
}
