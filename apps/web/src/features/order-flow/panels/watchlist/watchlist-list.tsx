import type { Menus } from '@flowprint/contract'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../../../shared/ui/button.tsx'
import { findMarket } from '../../model/menus.ts'
import { useWatched } from '../../model/market-store.ts'
import { isReplaying, useReplay } from '../../model/replay-store.ts'
import { useDrag } from './use-drag.ts'
import { columnStyle } from './derivatives-cells.tsx'
import { useWatchlistColumns } from './watchlist-columns.ts'
import { WatchlistRow } from './watchlist-row.tsx'
import { movedTo, useWatchlist } from './watchlist-store.ts'
import styles from './watchlist.module.css'

/** A held arrow key skips markets without loading each of them. */
const SWITCH_AFTER_MS = 160

interface WatchlistListProps {
  readonly menus: Menus
  readonly shown: string | undefined
  readonly onShow: (symbol: string) => void
}

/** The rows: arrow keys select and switch the chart, Alt+arrow moves the row, Delete removes it. */
export function WatchlistList({ menus, shown, onShow }: WatchlistListProps) {
  const { t } = useTranslation()
  const id = useId()
  const { items, moveTo, remove } = useWatchlist()
  const summaries = useWatched((state) => state.summaries)
  const isHidden = useReplay(isReplaying)
  const [walked, setWalked] = useState<string | null>(null)
  const [said, setSaid] = useState('')
  const timer = useRef(0)
  const added = useWatchlistColumns((state) => state.shown)
  const dragging = useDrag(items.length, moveTo)
  const rows = dragging.drag ? movedTo(dragging.drag.item, dragging.drag.place)(items) : items
  const active =
    walked !== null && items.includes(walked) ? walked : shown !== undefined && items.includes(shown) ? shown : items[0]
  const at = items.indexOf(active)
  const nameOf = (symbol: string) => findMarket(menus, symbol)?.label ?? symbol

  const walk = (symbol: string, now: boolean) => {
    setWalked(symbol)
    clearTimeout(timer.current)
    if (symbol === shown || !findMarket(menus, symbol)) return
    if (now) onShow(symbol)
    else timer.current = window.setTimeout(() => onShow(symbol), SWITCH_AFTER_MS)
    document.getElementById(`${id}-${items.indexOf(symbol)}`)?.scrollIntoView({ block: 'nearest' })
  }
  const carry = (place: number) => {
    if (place < 0 || place >= items.length || place === at) return
    setWalked(active)
    moveTo(active, place)
    setSaid(t('workspace.watchlist.moved', { symbol: nameOf(active), place: place + 1 }))
  }
  const takeOut = () => {
    setWalked(items[at + 1] ?? items[at - 1] ?? null)
    remove(active)
    setSaid(t('workspace.watchlist.removed', { symbol: nameOf(active) }))
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const target = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 }[event.key]
    if (event.ctrlKey || event.metaKey || (target === undefined && !['Delete', 'Enter'].includes(event.key))) return
    event.preventDefault()
    event.stopPropagation()
    if (event.key === 'Delete') return takeOut()
    if (event.key === 'Enter') return walk(active, true)
    if (event.altKey) return carry(target as number)
    const next = items[target as number]
    if (next !== undefined) walk(next, false)
  }

  return (
    <>
      <div className={styles.columns} aria-hidden="true">
        <span>{t('order.symbol')}</span>
        <span className={styles.price}>{t('workspace.watchlist.last')}</span>
        <span className={styles.change} data-tip={t('workspace.watchlist.changeHint')}>
          {t('workspace.watchlist.change')}
        </span>
        {added.map((column, index) => (
          <span
            key={column}
            className={styles.addedName}
            style={columnStyle(index)}
            data-tip={t(`workspace.watchlist.columnHint.${column}`)}
          >
            {t(`workspace.watchlist.columns.${column}`)}
          </span>
        ))}
      </div>
      <div
        role="listbox"
        tabIndex={0}
        aria-label={t('workspace.watchlist.list')}
        aria-describedby={`${id}-hint`}
        aria-activedescendant={at < 0 ? undefined : `${id}-${at}`}
        className={styles.list}
        data-dragging={dragging.drag !== null}
        onKeyDown={onKeyDown}
        onPointerDown={dragging.onPointerDown}
        onPointerMove={dragging.onPointerMove}
        onPointerUp={dragging.onPointerUp}
        onPointerCancel={dragging.onPointerCancel}
        onClick={(event) => {
          const symbol = (event.target as Element).closest<HTMLElement>('[data-symbol]')?.dataset.symbol
          if (symbol && !dragging.wasDragged()) walk(symbol, true)
        }}
      >
        {rows.map((symbol, i) => (
          <WatchlistRow
            key={symbol}
            id={`${id}-${i}`}
            symbol={symbol}
            market={findMarket(menus, symbol)}
            summary={isHidden ? undefined : summaries[symbol]}
            isHidden={isHidden}
            shown={symbol === shown}
            active={symbol === active}
            dragged={symbol === dragging.drag?.item}
          />
        ))}
      </div>
      <footer className="flex flex-none items-center gap-0.5 py-1 pr-1.5 pl-3.5 border-t border-line">
        <span className="flex-1 truncate text-muted text-s">{active === undefined ? '' : nameOf(active)}</span>
        <span className={styles.up}>
          <IconButton
            icon="chevron"
            label={t('workspace.watchlist.up')}
            disabled={at <= 0}
            onClick={() => carry(at - 1)}
          />
        </span>
        <IconButton
          icon="chevron"
          label={t('workspace.watchlist.down')}
          disabled={at < 0 || at === items.length - 1}
          onClick={() => carry(at + 1)}
        />
        <IconButton icon="close" label={t('workspace.watchlist.remove')} disabled={at < 0} onClick={takeOut} />
      </footer>
      {isHidden && (
        <p className="px-3.5 py-1.5 border-t border-line text-muted text-s">{t('workspace.watchlist.replay')}</p>
      )}
      <p id={`${id}-hint`} className="visually-hidden">
        {t('workspace.watchlist.hint')}
      </p>
      <p className="visually-hidden" role="status">
        {said}
      </p>
    </>
  )
}
