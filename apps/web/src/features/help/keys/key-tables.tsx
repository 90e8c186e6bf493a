import { useTranslation } from 'react-i18next'
import { type KeySection, useKeySections } from '../../../shared/keys/use-key-sections.ts'
import { Kbd } from '../../../shared/ui/kbd.tsx'
import styles from '../help.module.css'

/** Keys of the search (search/help-search.tsx). */
const HELP_KEYS = [
  { keys: ['/'], words: 'search' },
  { keys: ['↑', '↓'], words: 'choose' },
  { keys: ['Enter'], words: 'open' },
  { keys: ['Esc'], words: 'leave' },
] as const

/** The chart page's keyboard sheet, from its own table, and the keys of the help. */
export function KeyTables() {
  const { t } = useTranslation()
  const sections = useKeySections()
  return (
    <>
      {sections.map(({ title, rows }) => (
        <KeyTable key={title} title={title ?? t('help.keys.chart')} rows={rows} />
      ))}
      <KeyTable
        title={t('help.keys.help')}
        rows={HELP_KEYS.map(({ keys, words }) => ({ keys, text: t(`help.keys.${words}`) }))}
      />
    </>
  )
}

function KeyTable({ title, rows }: KeySection & { readonly title: string }) {
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
