import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import {
  ALERT_KEYS,
  CHART_KEYS,
  DRAWING_KEYS,
  LADDER_KEYS,
  REPLAY_KEYS,
  WORKSPACE_KEYS,
} from '../../../../shared/keys/sheet.ts'
import { Kbd } from '../../../../shared/ui/kbd.tsx'
import { Dialog } from '../../../../shared/ui/dialog.tsx'
import styles from './keyboard-sheet.module.css'

export function KeyboardSheet({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Dialog title={t('order.keyboard')} onClose={onClose}>
      {/* It scrolls: the keyboard must reach it. */}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div role="group" aria-label={t('order.keyboard')} tabIndex={0}>
        <KeyList rows={CHART_KEYS.map(({ keys, words }) => ({ keys, text: t(`keys.${words}`) }))} />
        <KeyList
          title={t('workspaces.title')}
          rows={WORKSPACE_KEYS.map(({ keys, words }) => ({ keys, text: t(`workspaces.keys.${words}`) }))}
        />
        <KeyList
          title={t('alerts.title')}
          rows={ALERT_KEYS.map(({ keys, words }) => ({ keys, text: t(`alerts.keys.${words}`) }))}
        />
        <KeyList
          title={t('depth.ladder.title')}
          rows={LADDER_KEYS.map(({ keys, words }) => ({ keys, text: t(`depth.keys.${words}`) }))}
        />
        <KeyList
          title={t('replay.title')}
          rows={REPLAY_KEYS.map(({ keys, words }) => ({ keys, text: t(`replay.keys.${words}`) }))}
        />
        <KeyList
          title={t('drawings.rail')}
          rows={DRAWING_KEYS.map(({ keys, words }) => ({ keys, text: t(`drawings.keys.${words}`) }))}
        />
        <p className="px-4 pb-4 text-m">
          <Link to="/help/keyboard" target="_blank">
            {t('shell.menu.help')}
          </Link>
        </p>
      </div>
    </Dialog>
  )
}

interface KeyListProps {
  readonly title?: string
  readonly rows: readonly { readonly keys: readonly string[]; readonly text: string }[]
}

function KeyList({ title, rows }: KeyListProps) {
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
