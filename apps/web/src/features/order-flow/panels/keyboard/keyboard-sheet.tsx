import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { ALERT_KEYS, CHART_KEYS, DRAWING_KEYS, LADDER_KEYS, REPLAY_KEYS } from '../../../../shared/keys/sheet.ts'
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
        <dl className="px-4 pt-2 pb-4">
          {CHART_KEYS.map(({ keys, words }) => (
            <div key={words} className={styles.row}>
              <dt>{t(`keys.${words}`)}</dt>
              <dd>
                {keys.map((key) => (
                  <Kbd key={key}>{key}</Kbd>
                ))}
              </dd>
            </div>
          ))}
        </dl>
        <h3 className="px-4 pt-1 text-faint text-s font-semibold">{t('alerts.title')}</h3>
        <dl className="px-4 pt-2 pb-4">
          {ALERT_KEYS.map(({ keys, words }) => (
            <div key={words} className={styles.row}>
              <dt>{t(`alerts.keys.${words}`)}</dt>
              <dd>
                {keys.map((key) => (
                  <Kbd key={key}>{key}</Kbd>
                ))}
              </dd>
            </div>
          ))}
        </dl>
        <h3 className="px-4 pt-1 text-faint text-s font-semibold">{t('depth.ladder.title')}</h3>
        <dl className="px-4 pt-2 pb-4">
          {LADDER_KEYS.map(({ keys, words }) => (
            <div key={words} className={styles.row}>
              <dt>{t(`depth.keys.${words}`)}</dt>
              <dd>
                {keys.map((key) => (
                  <Kbd key={key}>{key}</Kbd>
                ))}
              </dd>
            </div>
          ))}
        </dl>
        <h3 className="px-4 pt-1 text-faint text-s font-semibold">{t('replay.title')}</h3>
        <dl className="px-4 pt-2 pb-4">
          {REPLAY_KEYS.map(({ keys, words }) => (
            <div key={words} className={styles.row}>
              <dt>{t(`replay.keys.${words}`)}</dt>
              <dd>
                {keys.map((key) => (
                  <Kbd key={key}>{key}</Kbd>
                ))}
              </dd>
            </div>
          ))}
        </dl>
        <h3 className="px-4 pt-1 text-faint text-s font-semibold">{t('drawings.rail')}</h3>
        <dl className="px-4 pt-2 pb-4">
          {DRAWING_KEYS.map(({ keys, words }) => (
            <div key={words} className={styles.row}>
              <dt>{t(`drawings.keys.${words}`)}</dt>
              <dd>
                {keys.map((key) => (
                  <Kbd key={key}>{key}</Kbd>
                ))}
              </dd>
            </div>
          ))}
        </dl>
        <p className="px-4 pb-4 text-m">
          <Link to="/help/keyboard" target="_blank">
            {t('shell.menu.help')}
          </Link>
        </p>
      </div>
    </Dialog>
  )
}
