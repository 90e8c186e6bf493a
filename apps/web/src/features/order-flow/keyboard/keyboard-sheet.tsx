import { useTranslation } from 'react-i18next'
import { Dialog } from '../../../shared/ui/dialog.tsx'
import styles from './keyboard-sheet.module.css'

const SHEET = [
  { keys: ['Enter'], words: 'switch' },
  { keys: ['/'], words: 'symbol' },
  { keys: ['I'], words: 'indicators' },
  { keys: ['T'], words: 'tape' },
  { keys: ['W'], words: 'watchlist' },
  { keys: ['←', '→'], words: 'pan' },
  { keys: ['PgUp', 'PgDn'], words: 'panFar' },
  { keys: ['↑', '↓'], words: 'panPrice' },
  { keys: ['+', '−'], words: 'zoom' },
  { keys: ['Alt +', 'Alt −'], words: 'zoomPrice' },
  { keys: ['A'], words: 'auto' },
  { keys: ['Home'], words: 'oldest' },
  { keys: ['End'], words: 'now' },
  { keys: ['F'], words: 'full' },
  { keys: ['Esc'], words: 'escape' },
  { keys: ['?'], words: 'help' },
] as const

const ALERT_SHEET = [{ keys: ['B'], words: 'panel' }, { keys: ['Alt A'], words: 'here' }] as const

const DRAWING_SHEET = [
  { keys: ['Alt H', 'T', 'J', 'R'], words: 'tools' },
  { keys: ['Alt P', 'M', 'N'], words: 'moreTools' },
  { keys: ['Ctrl Z', 'Ctrl Shift Z'], words: 'undo' },
  { keys: ['Del'], words: 'remove' },
  { keys: ['←', '→', '↑', '↓'], words: 'nudge' },
  { keys: ['Ctrl'], words: 'magnet' },
  { keys: ['Ctrl Alt H'], words: 'hide' },
  { keys: ['Esc'], words: 'cancel' },
] as const

export function KeyboardSheet({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Dialog title={t('order.keyboard')} onClose={onClose}>
      {/* It scrolls: the keyboard must reach it. */}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div role="group" aria-label={t('order.keyboard')} tabIndex={0}>
        <dl className={styles.sheet}>
          {SHEET.map(({ keys, words }) => (
            <div key={words} className={styles.row}>
              <dt>{t(`order.keys.${words}`)}</dt>
              <dd>{keys.map((key) => <kbd key={key} className={styles.key}>{key}</kbd>)}</dd>
            </div>
          ))}
        </dl>
        <h3 className={styles.part}>{t('alerts.title')}</h3>
        <dl className={styles.sheet}>
          {ALERT_SHEET.map(({ keys, words }) => (
            <div key={words} className={styles.row}>
              <dt>{t(`alerts.keys.${words}`)}</dt>
              <dd>{keys.map((key) => <kbd key={key} className={styles.key}>{key}</kbd>)}</dd>
            </div>
          ))}
        </dl>
        <h3 className={styles.part}>{t('drawings.rail')}</h3>
        <dl className={styles.sheet}>
          {DRAWING_SHEET.map(({ keys, words }) => (
            <div key={words} className={styles.row}>
              <dt>{t(`drawings.keys.${words}`)}</dt>
              <dd>{keys.map((key) => <kbd key={key} className={styles.key}>{key}</kbd>)}</dd>
            </div>
          ))}
        </dl>
      </div>
    </Dialog>
  )
}
