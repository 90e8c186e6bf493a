import { useEffect, useId, useRef, type ReactNode } from 'react'
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

/** Modal dialog on the browser's <dialog>: traps focus; Escape and the backdrop close it. A bottom sheet on a phone. */
export function Dialog({ title, size = 'medium', onClose, children }: DialogProps) {
  const { t } = useTranslation()
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()

  useEffect(() => {
    const element = dialog.current
    const opener = document.activeElement
    element?.showModal()
    element?.querySelector<HTMLElement>('[data-autofocus]')?.focus()
    return () => {
      element?.close()
      // The browser restores focus only while the dialog is in the document.
      if (opener instanceof HTMLElement) opener.focus({ preventScroll: true })
    }
  }, [])

  return (
    <dialog
      ref={dialog}
      className={`${styles.dialog} ${styles[size]}`}
      aria-labelledby={titleId}
      onClose={() => dialog.current?.open === false && onClose()}
      onClick={(event) => event.target === dialog.current && dialog.current?.close()}
    >
      <header className={styles.head}>
        <h2 id={titleId} className={styles.title}>
          {title}
        </h2>
        <IconButton icon="close" label={t('common.close')} onClick={() => dialog.current?.close()} />
      </header>
      <div className={styles.body}>{children}</div>
    </dialog>
  )
}
