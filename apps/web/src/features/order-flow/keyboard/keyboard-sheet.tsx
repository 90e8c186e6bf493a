import { useTranslation } from 'react-i18next'
import { Dialog } from '../../../shared/ui/dialog.tsx'
import styles from './keyboard-sheet.module.css'

const SHEET = [
  { keys: ['Enter'], words: 'switch' },
  { keys: ['/'], words: 'symbol' },
  { keys: ['I'], words: 'indicators' },
  { keys: ['T'], words: 'tape' },
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

export function KeyboardSheet({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Dialog title={t('order.keyboard')} onClose={onClose}>
      <dl className={styles.sheet}>
        {SHEET.map(({ keys, words }) => (
          <div key={words} className={styles.row}>
            <dt>{t(`order.keys.${words}`)}</dt>
            <dd>{keys.map((key) => <kbd key={key} className={styles.key}>{key}</kbd>)}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
