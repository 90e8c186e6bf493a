import { useVirtualizer } from '@tanstack/react-virtual'
import { type CSSProperties, type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatCount } from '../../../../shared/format/number.ts'
import { useMedia } from '../../../../shared/ui/use-media.ts'
import { useChartScope } from '../../model/chart-scope.ts'
import { requestMoment } from '../../model/moment-requests.ts'
import type { TextUnits } from '../../model/quantity-text.ts'
import { TapeDetail } from './tape-detail.tsx'
import { TapeRow } from './tape-row.tsx'
import { type TapeState, useTape } from './tape-store.ts'
import styles from './tape.module.css'

interface Held {
  readonly query: TapeState['query']
  readonly rows: TapeState['rows']
}

/** How many of `rows` are newer than `held`; null: more than the page contains. */
export function newerThan(held: TapeState['rows'], rows: TapeState['rows']): number | null {
  if (held.length === 0) return rows.length
  const at = rows.findIndex(({ id }) => id === held[0].id)
  return at < 0 ? null : at
}

/**
 * The rows to show: the newest, or, while paused, those from when the pause began. Rows of another query (symbol,
 * filter) are always shown.
 */
function useHeldRows(reading: boolean): { readonly rows: TapeState['rows']; readonly fresh: number | null } {
  const { query, rows } = useTape()
  const [held, setHeld] = useState<Held | null>(null)
  if (reading && (held === null || held.query !== query)) setHeld({ query, rows })
  if (!reading && held !== null) setHeld(null)
  if (!reading || held === null || held.query !== query || held.rows.length === 0) return { rows, fresh: 0 }
  return { rows: held.rows, fresh: newerThan(held.rows, rows) }
}

/** Extra rows on either side, so that a slow frame while scrolling shows no blank. */
const SPARE = 6
const ROW_PX = { mouse: 22, touch: 30 }

interface TapeListProps {
  readonly label: string
  readonly unit: 'base' | 'quote'
  readonly units: TextUnits
  readonly step: number
  readonly base: string
  readonly quote: string
  readonly clock: (t: number) => string
}

const rowOf = (target: EventTarget) => {
  const row = (target as Element).closest<HTMLElement>('[data-index]')
  return row ? Number(row.dataset.index) : null
}

/** The rows, newest first. They pause while hovered, scrolled, or navigated with the arrow keys. */
export function TapeList({ label, unit, units, step, base, quote, clock }: TapeListProps) {
  'use no memo' // The virtualizer is one object that changes in place.
  const { t } = useTranslation()
  const scope = useChartScope()
  const list = useRef<HTMLDivElement>(null)
  const rowPx = ROW_PX[useMedia('(pointer: coarse)') ? 'touch' : 'mouse']
  const [isScrolled, setScrolled] = useState(false)
  const [over, setOver] = useState(false)
  const [active, setActive] = useState<number | null>(null)
  const { rows, fresh } = useHeldRows(over || active !== null || isScrolled)
  const { state, trades, query } = useTape()
  // eslint-disable-next-line react/incompatible-library -- not memoized, see above
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => list.current,
    estimateSize: () => rowPx,
    overscan: SPARE,
    onChange: ({ scrollOffset }) => setScrolled((scrollOffset ?? 0) > 0),
  })
  useEffect(() => virtualizer.measure(), [virtualizer, rowPx])

  const release = () => {
    setOver(false)
    setActive(null)
    list.current?.scrollTo({ top: 0 })
  }
  const onPointer = (event: PointerEvent) => {
    if (event.pointerType !== 'mouse') return
    setOver(true)
    setActive(rowOf(event.target))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') return release()
    if (event.key === 'Enter' && active !== null && rows[active] !== undefined) {
      event.preventDefault()
      event.stopPropagation()
      return requestMoment({ scope, at: { row: rows[active] } })
    }
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10, Home: -rows.length, End: rows.length }[
      event.key
    ]
    if (step === undefined || rows.length === 0) return
    event.preventDefault()
    event.stopPropagation()
    const next = Math.max(0, Math.min(rows.length - 1, active === null ? 0 : active + step))
    setActive(next)
    virtualizer.scrollToIndex(next)
  }
  const word =
    state === 'failed'
      ? t('timeAndSales.failed')
      : state === 'loading'
        ? t('timeAndSales.loading')
        : query?.atLeast
          ? t('timeAndSales.nothingThatLarge', { count: formatCount(trades) })
          : t('timeAndSales.nothing')

  return (
    <div className="flex flex-1 flex-col min-h-0 text-s" style={{ '--row': `${rowPx}px` } as CSSProperties}>
      <div className={styles.columns} aria-hidden="true">
        <span className={styles.time}>{t('timeAndSales.time')}</span>
        <span className={styles.price}>{t('timeAndSales.price')}</span>
        <span className={styles.size}>{t('timeAndSales.size')}</span>
        <span className={styles.trades}>{t('timeAndSales.trades')}</span>
      </div>
      {/* Includes the button of new rows: moving to it must not resume the list. */}
      <div
        className="relative flex-1 min-h-0"
        onPointerMove={onPointer}
        onPointerLeave={({ pointerType }) => {
          if (pointerType !== 'mouse') return
          setOver(false)
          setActive(null)
        }}
      >
        <div
          ref={list}
          role="grid"
          tabIndex={0}
          aria-label={label}
          aria-rowcount={rows.length}
          aria-readonly="true"
          aria-activedescendant={active === null ? undefined : `tape-row-${active}`}
          className={styles.list}
          data-tape-rows={rows.length}
          onKeyDown={onKeyDown}
          onClick={(event) => setActive(rowOf(event.target))}
          onBlur={() => !over && setActive(null)}
        >
          <div role="rowgroup" className="relative" style={{ height: virtualizer.getTotalSize() }}>
            {virtualizer.getVirtualItems().map(({ index }) => (
              <TapeRow
                key={rows[index].id}
                row={rows[index]}
                index={index}
                unit={unit}
                units={units}
                clock={clock}
                active={index === active}
              />
            ))}
          </div>
        </div>
        {rows.length === 0 && (
          <p className={styles.nothing} role="status">
            {word}
          </p>
        )}
        {fresh !== 0 && (
          <button type="button" className={styles.pill} onClick={release}>
            {fresh === null
              ? t('timeAndSales.newMany', { count: rows.length })
              : t('timeAndSales.newRows', { count: fresh })}
          </button>
        )}
      </div>
      <TapeDetail
        key={active === null ? undefined : rows[active]?.id}
        row={active === null ? undefined : rows[active]}
        units={units}
        step={step}
        base={base}
        quote={quote}
        clock={clock}
      />
    </div>
  )
}
