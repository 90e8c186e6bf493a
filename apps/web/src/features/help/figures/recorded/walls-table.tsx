import { useTranslation } from 'react-i18next'
import data from 'virtual:book-figures'
import type { FigureWall } from './recorded-data.ts'
import { rowText, sizeText } from './recorded-text.ts'
import styles from './recorded.module.css'

/** The walls of the recorded minute as columns of a table. */
export function WallsTable() {
  const { t } = useTranslation()
  const { market, heatmap } = data
  const { walls } = heatmap
  const second = (value: number) => t('help.recorded.second', { second: value })
  const lines = [
    ['born', ({ born }) => second(born)],
    ['ended', ({ ended }) => second(ended)],
    ['largest', ({ maxLots }) => sizeText(maxLots, market)],
    ['tests', ({ tests }) => String(tests)],
    ['traded', ({ filled }) => sizeText(filled, market)],
    ['pulled', ({ pulled }) => `≥ ${sizeText(pulled, market)}`],
    ['fate', (wall) => `${t(`help.recorded.state.${wall.state}`)}${shareText(wall)}`],
  ] as const satisfies readonly (readonly [string, (wall: FigureWall) => string])[]
  return (
    <>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('help.recorded.column.price')}</th>
            {walls.map(({ row, side }) => (
              <th key={row} scope="col">
                {t(`help.recorded.side.${side}`)} {rowText(row, market)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map(([name, textOf]) => (
            <tr key={name}>
              <th scope="row">{t(`help.recorded.column.${name}`)}</th>
              {walls.map((wall) => (
                <td key={wall.row}>{textOf(wall)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <figcaption className={styles.caption}>{t('help.recorded.walls')}</figcaption>
    </>
  )
}

/** How much of what disappeared went the way of its fate. */
function shareText({ state, filled, pulled }: FigureWall): string {
  if (state === 'lost') return ''
  return ` ${Math.round((100 * (state === 'filled' ? filled : pulled)) / (filled + pulled))}%`
}
