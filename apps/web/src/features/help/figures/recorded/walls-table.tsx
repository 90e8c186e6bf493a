import { useTranslation } from 'react-i18next'
import data from 'virtual:book-figures'
import { rowText, sizeText } from './recorded-text.ts'
import styles from './recorded.module.css'

/** The walls of the recorded minute as a table. */
export function WallsTable() {
  const { t } = useTranslation()
  const { market, heatmap } = data
  return (
    <>
      <div className={styles.scroll}>
        <table className={styles.table}>
          <thead>
            <tr>
              {(['price', 'born', 'ended', 'largest', 'tests', 'traded', 'pulled', 'fate'] as const).map((column) => (
                <th key={column} scope="col">
                  {t(`help.recorded.column.${column}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {heatmap.walls.map((wall) => (
              <tr key={wall.row}>
                <th scope="row">
                  {t(`help.recorded.side.${wall.side}`)} {rowText(wall.row, market)}
                </th>
                <td>{t('help.recorded.second', { second: wall.born })}</td>
                <td>{t('help.recorded.second', { second: wall.ended })}</td>
                <td>{sizeText(wall.maxLots, market)}</td>
                <td>{wall.tests}</td>
                <td>{sizeText(wall.filled, market)}</td>
                <td>≥ {sizeText(wall.pulled, market)}</td>
                <td>
                  {t(`help.recorded.state.${wall.state}`)}
                  {wall.state !== 'lost' && ` ${shareOf(wall)}`}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <figcaption className={styles.caption}>{t('help.recorded.walls')}</figcaption>
    </>
  )
}

/** How much of what disappeared went the way of its fate. */
function shareOf({
  state,
  filled,
  pulled,
}: {
  readonly state: string
  readonly filled: number
  readonly pulled: number
}) {
  return `${Math.round((100 * (state === 'filled' ? filled : pulled)) / (filled + pulled))}%`
}
