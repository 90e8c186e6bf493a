import { useTranslation } from 'react-i18next'
import {
  ALERT_KEYS,
  CHART_KEYS,
  DRAWING_KEYS,
  LADDER_KEYS,
  REPLAY_KEYS,
  WORKSPACE_KEYS,
} from '../../../shared/keys/sheet.ts'
import { Kbd } from '../../../shared/ui/kbd.tsx'
import styles from '../help.module.css'

/** Keys of the search (search/help-search.tsx). */
const HELP_KEYS = [
  { keys: ['/'], words: 'search' },
  { keys: ['↑', '↓'], words: 'choose' },
  { keys: ['Enter'], words: 'open' },
  { keys: ['Esc'], words: 'leave' },
] as const

interface Shown {
  readonly keys: readonly string[]
  readonly text: string
}

/** The chart page's keyboard sheet, from its own table, and the keys of the help. */
export function KeyTables() {
  const { t } = useTranslation()
  return (
    <>
      <KeyTable
        title={t('help.keys.chart')}
        rows={CHART_KEYS.map(({ keys, words }) => ({ keys, text: t(`keys.${words}`) }))}
      />
      <KeyTable
        title={t('workspaces.title')}
        rows={WORKSPACE_KEYS.map(({ keys, words }) => ({ keys, text: t(`workspaces.keys.${words}`) }))}
      />
      <KeyTable
        title={t('alerts.title')}
        rows={ALERT_KEYS.map(({ keys, words }) => ({ keys, text: t(`alerts.keys.${words}`) }))}
      />
      <KeyTable
        title={t('depth.ladder.title')}
        rows={LADDER_KEYS.map(({ keys, words }) => ({ keys, text: t(`depth.keys.${words}`) }))}
      />
      <KeyTable
        title={t('replay.title')}
        rows={REPLAY_KEYS.map(({ keys, words }) => ({ keys, text: t(`replay.keys.${words}`) }))}
      />
      <KeyTable
        title={t('drawings.rail')}
        rows={DRAWING_KEYS.map(({ keys, words }) => ({ keys, text: t(`drawings.keys.${words}`) }))}
      />
      <KeyTable
        title={t('help.keys.help')}
        rows={HELP_KEYS.map(({ keys, words }) => ({ keys, text: t(`help.keys.${words}`) }))}
      />
    </>
  )
}

function KeyTable({ title, rows }: { title: string; rows: readonly Shown[] }) {
  const { t } = useTranslation()
  return (
    <table className={styles.keys}>
      <caption>{title}</caption>
      <thead className="visually-hidden">
        <tr>
          <th scope="col">{t('help.keys.key')}</th>
          <th scope="col">{t('help.keys.what')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ keys, text }) => (
          <tr key={text}>
            <th scope="row">
              {keys.map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </th>
            <td>{text}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
