import type { ScanColumn, ScanContent, ScanRow } from '@flowprint/contract'
import { memo, useMemo, useState, type CSSProperties, type KeyboardEvent, type MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { Icon } from '../../shared/ui/icons.tsx'
import { cellText, exactText, type HeatScale, heatOf, heatScale, isZeroText, type SortColumn } from './scan-columns.ts'
import styles from './scanner.module.css'

interface ScannerTableProps {
  readonly rows: readonly ScanRow[]
  /** Of all markets: colours do not depend on the filter. */
  readonly all: readonly ScanRow[]
  readonly scan: ScanContent
  readonly onSort: (column: SortColumn) => void
}

const chartOf = (symbol: string, interval: string): string =>
  `/order?${new URLSearchParams({ symbol, cycle: interval }).toString()}`

/** The rows under sortable heads. Arrow keys move between rows, Enter and a click open the chart. */
export function ScannerTable({ rows, all, scan, onSort }: ScannerTableProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [active, setActive] = useState<string | null>(null)
  const { interval, columns, sort } = scan
  const scale = useMemo(() => heatScale(all, columns), [all, columns])
  const newest = useMemo(() => all.reduce((most, { t: start }) => Math.max(most, start), 0), [all])
  // One row can be reached with Tab: the one used last, or the first.
  const current = rows.some(({ symbol }) => symbol === active) ? active : (rows[0]?.symbol ?? null)

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const links = [...event.currentTarget.querySelectorAll<HTMLElement>('tbody a')]
    const at = links.indexOf(event.target as HTMLElement)
    if (at < 0) return
    const steps: Readonly<Record<string, number>> = {
      ArrowDown: 1,
      ArrowUp: -1,
      PageDown: 15,
      PageUp: -15,
      Home: -at,
      End: links.length,
    }
    const step = steps[event.key]
    if (step === undefined) return
    event.preventDefault()
    links[Math.max(0, Math.min(links.length - 1, at + step))].focus()
  }
  const onClick = (event: MouseEvent<HTMLElement>) => {
    const symbol = (event.target as HTMLElement).closest<HTMLElement>('tr[data-symbol]')?.dataset.symbol
    const isLink = (event.target as HTMLElement).closest('a') !== null
    if (symbol !== undefined && !isLink && getSelection()?.isCollapsed !== false)
      void navigate(chartOf(symbol, interval))
  }

  return (
    <section className={styles.frame} aria-label={t('scanner.table')} onKeyDown={onKeyDown} onClick={onClick}>
      <table className={styles.table}>
        <thead>
          <tr>
            <SortHead column="symbol" name={t('scanner.symbol')} sort={sort} onSort={onSort} />
            {columns.map((column) => (
              <SortHead
                key={column}
                column={column}
                name={t(`alerts.scanColumn.${column}`)}
                sort={sort}
                onSort={onSort}
              />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <MarketRow
              key={row.symbol}
              row={row}
              interval={interval}
              columns={columns}
              scale={scale}
              isStale={row.t < newest}
              isActive={row.symbol === current}
              onFocus={setActive}
            />
          ))}
        </tbody>
      </table>
    </section>
  )
}

interface SortHeadProps {
  readonly column: SortColumn
  readonly name: string
  readonly sort: ScanContent['sort']
  readonly onSort: (column: SortColumn) => void
}

function SortHead({ column, name, sort, onSort }: SortHeadProps) {
  const { t } = useTranslation()
  const order = sort.column !== column ? 'none' : sort.descending ? 'descending' : 'ascending'
  return (
    <th scope="col" aria-sort={order} data-column={column}>
      <button
        type="button"
        className={styles.head}
        aria-label={t(`scanner.sort.${order}`, { column: name })}
        onClick={() => onSort(column)}
      >
        <span>{name}</span>
        <span className={styles.order} data-order={order} aria-hidden="true">
          <Icon name="chevron" size={10} />
        </span>
      </button>
    </th>
  )
}

interface MarketRowProps {
  readonly row: ScanRow
  readonly interval: string
  readonly columns: readonly ScanColumn[]
  readonly scale: HeatScale
  readonly isStale: boolean
  readonly isActive: boolean
  readonly onFocus: (symbol: string) => void
}

const MarketRow = memo(function MarketRow({
  row,
  interval,
  columns,
  scale,
  isStale,
  isActive,
  onFocus,
}: MarketRowProps) {
  const { t, i18n } = useTranslation()
  const { symbol, state } = row
  const time = new Date(row.t).toLocaleTimeString(i18n.language === 'en' ? 'en-GB' : 'zh-CN', {
    hour: '2-digit',
    minute: '2-digit',
  })
  return (
    <tr data-symbol={symbol} data-state={state} data-stale={isStale || undefined}>
      <th scope="row">
        <Link
          to={chartOf(symbol, interval)}
          tabIndex={isActive ? 0 : -1}
          aria-label={t('scanner.open', { symbol })}
          title={t(isStale ? 'scanner.stale' : 'scanner.bar', { time })}
          onFocus={() => onFocus(symbol)}
        >
          {symbol}
        </Link>
        {state !== 'complete' && <span className={styles.note}>{t(`scanner.state.${state}`)}</span>}
      </th>
      {columns.map((column) => {
        const value = row[column]
        const text = cellText(column, value)
        const heat = heatOf(column, value, scale)
        const isPartial =
          !row.day_complete && value !== null && (column === 'vwap_distance' || column === 'poc_distance')
        return (
          <td
            key={column}
            data-tone={heat?.tone}
            data-zero={value === null || isZeroText(text) || undefined}
            data-partial={isPartial || undefined}
            style={heat === null ? undefined : ({ '--heat': `${Math.round(heat.strength * 34)}%` } as CSSProperties)}
            title={isPartial ? t('scanner.dayIncomplete') : exactText(value)}
          >
            {text}
          </td>
        )
      })}
    </tr>
  )
})
