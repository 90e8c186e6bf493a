import { useTranslation } from 'react-i18next'
import { Icon } from '../../../shared/ui/icons.tsx'
import styles from './compare.module.css'

/** Candles and footprint compared. */
const ROWS = [
  ['prices', true, true],
  ['total', true, true],
  ['side', false, true],
  ['level', false, true],
  ['stuck', false, true],
  ['orders', false, false],
  ['future', false, false],
] as const

export function CompareTable() {
  const { t } = useTranslation()
  return (
    <table className={styles.table}>
      <caption className="visually-hidden">{t('home.compare.tableCaption')}</caption>
      <thead>
        <tr>
          <th scope="col">
            <span className="visually-hidden">{t('home.compare.what')}</span>
          </th>
          <th scope="col">{t('home.compare.candles')}</th>
          <th scope="col">{t('home.compare.footprint')}</th>
        </tr>
      </thead>
      <tbody>
        {ROWS.map(([name, candles, footprint]) => (
          <tr key={name}>
            <th scope="row">{t(`home.compare.rows.${name}`)}</th>
            <td>
              <Mark shown={candles} />
            </td>
            <td>
              <Mark shown={footprint} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Mark({ shown }: { readonly shown: boolean }) {
  const { t } = useTranslation()
  return (
    <span className={shown ? styles.yes : styles.no}>
      {shown ? <Icon name="check" /> : <span aria-hidden="true">–</span>}
      <span className="visually-hidden">{shown ? t('home.compare.yes') : t('home.compare.no')}</span>
    </span>
  )
}
