import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatCount } from '../../../../shared/format/number.ts'
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

/** The rows of a scrolling list to render: [from, to). */
export function visibleRows(top: number, height: number, rowPx: number, count: number): { from: number; to: number } {
  const from = Math.max(0, Math.floor(top / rowPx) - SPARE)
  return { from: Math.min(from, count), to: Math.min(count, Math.ceil((top + height) / rowPx) + SPARE) }
}

/** Follows the scroll position of a list; the row height comes from its stylesheet. */
function useListPlace(list: RefObject<HTMLElement | null>) {
  const [place, setPlace] = useState({ top: 0, height: 0, rowPx: 22 })
  useEffect(() => {
    const element = list.current
    if (!element) return
    const read = () => {
      const rowPx = Number.parseFloat(getComputedStyle(element).getPropertyValue('--row')) || 22
      setPlace({ top: element.scrollTop, height: element.clientHeight, rowPx })
    }
    const observer = new ResizeObserver(read)
    observer.observe(element)
    element.addEventListener('scroll', read, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', read)
    }
  }, [list])
  return place
}

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
  const { t } = useTranslation()
  const list = useRef<HTMLDivElement>(null)
  const place = useListPlace(list)
  const [over, setOver] = useState(false)
  const [active, setActive] = useState<number | null>(null)
  const { rows, fresh } = useHeldRows(over || active !== null || place.top > 0)
  const { state, trades, query } = useTape()
  const { from, to } = visibleRows(place.top, place.height, place.rowPx, rows.length)

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
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10, Home: -rows.length, End: rows.length }[
      event.key
    ]
    if (step === undefined || rows.length === 0) return
    event.preventDefault()
    event.stopPropagation()
    const next = Math.max(0, Math.min(rows.length - 1, active === null ? 0 : active + step))
    setActive(next)
    const { top, height, rowPx } = place
    if (next * rowPx < top) list.current?.scrollTo({ top: next * rowPx })
    else if ((next + 1) * rowPx > top + height) list.current?.scrollTo({ top: (next + 1) * rowPx - height })
  }
  const word =
    state === 'failed'
      ? t('tape.failed')
      : state === 'loading'
        ? t('tape.loading')
        : query?.atLeast
          ? t('tape.nothingThatLarge', { count: formatCount(trades) })
          : t('tape.nothing')

  return (
    <div className="flex flex-1 flex-col min-h-0 text-s">
      <div className={styles.columns} aria-hidden="true">
        <span className={styles.time}>{t('tape.time')}</span>
        <span className={styles.price}>{t('tape.price')}</span>
        <span className={styles.size}>{t('tape.size')}</span>
        <span className={styles.trades}>{t('tape.trades')}</span>
      </div>
      <div className="relative flex-1 min-h-0">
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
          onPointerMove={onPointer}
          onKeyDown={onKeyDown}
          onPointerLeave={({ pointerType }) => {
            if (pointerType !== 'mouse') return
            setOver(false)
            setActive(null)
          }}
          onClick={(event) => setActive(rowOf(event.target))}
          onBlur={() => !over && setActive(null)}
        >
          <div role="rowgroup" className="relative" style={{ height: `calc(${rows.length} * var(--row))` }}>
            {rows.slice(from, to).map((row, i) => (
              <TapeRow
                key={row.id}
                row={row}
                index={from + i}
                unit={unit}
                units={units}
                clock={clock}
                active={from + i === active}
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
            {fresh === null ? t('tape.newMany', { count: rows.length }) : t('tape.newRows', { count: fresh })}
          </button>
        )}
      </div>
      <TapeDetail
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
