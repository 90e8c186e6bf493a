import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { type KeySection, useKeySections } from '../../../../shared/keys/use-key-sections.ts'
import { Kbd } from '../../../../shared/ui/kbd.tsx'
import { Dialog } from '../../../../shared/ui/dialog.tsx'
import styles from './keyboard-sheet.module.css'

export function KeyboardSheet({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const sections = useKeySections()
  return (
    <Dialog title={t('order.keyboard')} onClose={onClose}>
      {/* It scrolls: the keyboard must reach it. */}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div role="group" aria-label={t('order.keyboard')} tabIndex={0}>
        {sections.map((section) => (
          <KeyList key={section.title} {...section} />
        ))}
        <p className="px-4 pb-4 text-m">
          <Link to="/help/keyboard" target="_blank">
            {t('shell.menu.help')}
          </Link>
        </p>
      </div>
    </Dialog>
  )
}

function KeyList({ title, rows }: KeySection) {
  return (
    <>
      {title && <h3 className="px-4 pt-1 text-faint text-s font-semibold">{title}</h3>}
      <dl className="px-4 pt-2 pb-4">
        {rows.map(({ keys, text }) => (
          <div key={text} className={styles.row}>
            <dt>{text}</dt>
            <dd>
              {keys.map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </>
  )
}
