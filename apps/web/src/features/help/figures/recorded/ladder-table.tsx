import type { CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import data from 'virtual:book-figures'
import { rowText, signedText, sizeText } from './recorded-text.ts'
import styles from './recorded.module.css'

const COLUMNS = [
  ['bidChange', 'change'],
  ['tradedBid', 'sold'],
  ['bid', 'bid'],
  ['price', 'price'],
  ['ask', 'ask'],
  ['tradedAsk', 'bought'],
  ['askChange', 'change'],
] as const

/** The ladder at one second of the recorded minute. */
export function LadderTable() {
  const { t } = useTranslation()
  const { market, ladder } = data
  const { rows, bestBid, bestAsk, changeSeconds, second } = ladder
  const most = Math.max(...rows.flatMap(({ bid, ask }) => [bid.lots, ask.lots]))
  const share = (lots: number) => ({ '--share': `${Math.round((100 * lots) / most)}%` }) as CSSProperties
  const size = (lots: number) => (lots === 0 ? '' : sizeText(lots, market))
  return (
    <>
      {/* Scrollable areas must be reachable by keyboard. */}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className="max-w-full overflow-x-auto" tabIndex={0}>
        <table className={styles.table} data-kind="ladder">
          <thead>
            <tr>
              {COLUMNS.map(([key, column]) => (
                <th key={key} scope="col">
                  {t(`help.recorded.column.${column}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ row, bid, ask }) => (
              <tr key={row} data-touch={touchOf(row)}>
                <td>{signedText(bid.added - bid.pulled, market)}</td>
                <td>{size(bid.traded)}</td>
                <td className={styles.resting} data-side="bid" style={share(bid.lots)}>
                  {size(bid.lots)}
                </td>
                <th scope="row">{rowText(row, market)}</th>
                <td className={styles.resting} data-side="ask" style={share(ask.lots)}>
                  {size(ask.lots)}
                </td>
                <td>{size(ask.traded)}</td>
                <td>{signedText(ask.added - ask.pulled, market)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <figcaption className={styles.caption}>
        {t('help.recorded.ladder', {
          second,
          seconds: changeSeconds,
          bid: rowText(bestBid, { step: 1, tickSize: market.tickSize }),
          ask: rowText(bestAsk, { step: 1, tickSize: market.tickSize }),
        })}
      </figcaption>
    </>
  )

  function touchOf(row: number): string | undefined {
    const isOf = (tick: number) => Math.floor(tick / market.step) === row
    if (isOf(bestBid)) return isOf(bestAsk) ? 'both' : 'bid'
    return isOf(bestAsk) ? 'ask' : undefined
  }
}
