import type { CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import type { FootprintFigure, FootprintFigureBar, FootprintFigureRow } from './figure.ts'
import styles from './figures.module.css'

/** Footprint bars as tables: numbers are readable, selectable and accessible at any width. */
export function FootprintTable({ figure }: { figure: FootprintFigure }) {
  const most = Math.max(...figure.bars.flatMap(({ rows }) => rows.flatMap(({ bid, ask }) => [bid, ask])))
  return (
    <figure className={styles.figure}>
      {figure.bars.map((bar, i) => (
        <Bar key={bar.label || i} bar={bar} most={most} />
      ))}
    </figure>
  )
}

function Bar({ bar, most }: { bar: FootprintFigureBar; most: number }) {
  const { t } = useTranslation()
  const [top, bottom] = [Math.min(bar.open, bar.close), Math.max(bar.open, bar.close)]
  const fall = bar.close > bar.open
  return (
    <table className={styles.bar}>
      {bar.label && <caption className="pb-1 text-muted text-s text-start">{bar.label}</caption>}
      <thead>
        <tr>
          <th scope="col">{t('help.figure.price')}</th>
          <th scope="col" className={styles.bidHead}>
            {t('help.figure.bid')}
          </th>
          <th scope="col" className={styles.askHead}>
            {t('help.figure.ask')}
          </th>
          <th scope="col" className={styles.notesHead}>
            {t('help.figure.notes')}
          </th>
        </tr>
      </thead>
      <tbody>
        {bar.rows.map((row, i) => (
          <tr key={row.price} data-poc={row.poc} data-area={row.area} data-mark={row.mark}>
            <th scope="row">
              <span className="inline-flex gap-2 h-6 leading-6">
                {row.price}
                <i className={styles.stem} data-body={i >= top && i <= bottom} data-fall={fall} />
              </span>
            </th>
            <Cell side="bid" lots={row.bid} most={most} grade={row.sell} />
            <Cell side="ask" lots={row.ask} most={most} grade={row.buy} />
            <td className={styles.notes} data-stack={row.stack} data-inside={row.area}>
              <Notes
                row={row}
                isAreaTop={row.area === true && bar.rows[i - 1]?.area !== true}
                isStackTop={row.stack !== undefined && bar.rows[i - 1]?.stack !== row.stack}
              />
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <td colSpan={4}>
            {t('help.figure.volume')} <b>{bar.volume}</b>
            <span className={styles.delta} data-sign={Math.sign(bar.delta)}>
              {t('help.figure.delta')} <b>{bar.delta > 0 ? `+${bar.delta}` : String(bar.delta).replace('-', '−')}</b>
            </span>
          </td>
        </tr>
      </tfoot>
    </table>
  )
}

function Cell({ side, lots, most, grade }: { side: 'bid' | 'ask'; lots: number; most: number; grade?: number }) {
  const strength = lots === 0 ? 0 : Math.round(6 + (34 * lots) / most)
  return (
    <td
      className={styles[side]}
      data-grade={grade}
      data-zero={lots === 0}
      style={{ '--strength': `${strength}%` } as CSSProperties}
    >
      {lots}
    </td>
  )
}

/** Description of a row, so that nothing depends on colour alone. */
function Notes({ row, isAreaTop, isStackTop }: { row: FootprintFigureRow; isAreaTop: boolean; isStackTop: boolean }) {
  const { t } = useTranslation()
  const notes = [
    row.poc && t('help.figure.poc'),
    row.buy !== undefined && t('help.figure.buyImbalance'),
    row.sell !== undefined && t('help.figure.sellImbalance'),
    isStackTop && t('help.figure.stack'),
    isAreaTop && t('help.figure.area'),
    row.mark && t('help.figure.marked'),
  ]
  return notes.filter(Boolean).join(' · ')
}
