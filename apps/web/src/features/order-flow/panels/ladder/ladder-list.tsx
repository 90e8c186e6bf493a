import type { MenuSymbol } from '@flowprint/contract'
import {
  type CSSProperties,
  type KeyboardEvent,
  type PointerEvent,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import { useChartScope } from '../../model/chart-scope.ts'
import { Button } from '../../../../shared/ui/button.tsx'
import { useMedia } from '../../../../shared/ui/use-media.ts'
import { isBookKnown, requestDepthRetry, useDepth } from '../../model/depth-store.ts'
import { PanelMessage } from '../../ui/panel-parts.tsx'
import { LadderDetail } from './ladder-detail.tsx'
import { FOLLOWING, indexOfTick, type LadderPosition, scrollRows, sumRows } from './ladder-model.ts'
import { LadderRow, sizeText } from './ladder-row.tsx'
import { useLadder } from './ladder-store.ts'
import styles from './ladder.module.css'

const ROW_PX = { mouse: 20, touch: 28 }
/** Rows of a page key, as a share of those shown. */
const PAGE_SHARE = 0.8

interface LadderListProps {
  readonly label: string
  readonly market: MenuSymbol
  readonly unit: string
  readonly position: LadderPosition
  readonly onPosition: (position: LadderPosition) => void
  /** How many rows fit. */
  readonly onRows: (rows: number) => void
  /** Taller or shorter rows. */
  readonly onStep: (by: -1 | 1) => void
}

const rowOf = (target: EventTarget) => {
  const row = (target as Element).closest<HTMLElement>('[data-index]')
  return row ? Number(row.dataset.index) : null
}

/** The rows around the best prices, columns and totals. Wheel, touch and keys scroll, which leaves follow mode. */
export function LadderList({ label, market, unit, position, onPosition, onRows, onStep }: LadderListProps) {
  const scope = useChartScope()
  const { t } = useTranslation()
  const list = useRef<HTMLDivElement>(null)
  const rowPx = ROW_PX[useMedia('(pointer: coarse)') ? 'touch' : 'mouse']
  const ladder = useLadder((state) => state.ladder)
  const [active, setActive] = useState<number | null>(null)
  const state = useDepth((depth) => depth.state)

  useEffect(() => {
    const element = list.current
    if (!element) return
    const observer = new ResizeObserver(() => onRows(Math.max(1, Math.floor(element.clientHeight / rowPx))))
    observer.observe(element)
    return () => observer.disconnect()
  }, [onRows, rowPx])

  const scroll = (by: number) => {
    if (ladder) onPosition(scrollRows(position, ladder.topRow, by))
  }
  useScrolling(list, rowPx, scroll)

  const onKeyDown = (event: KeyboardEvent) => {
    const page = Math.max(1, Math.floor((ladder?.rows ?? 0) * PAGE_SHARE))
    const by = { ArrowUp: -1, ArrowDown: 1, PageUp: -page, PageDown: page }[event.key]
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (by !== undefined) scroll(by)
    else if (event.key === 'Home') onPosition(FOLLOWING)
    else if (event.key === '+' || event.key === '=') onStep(1)
    else if (event.key === '-' || event.key === '_') onStep(-1)
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  const totals = ladder && sumRows(ladder)
  const touch = ladder && {
    bid: indexOfTick(ladder, ladder.bestBid),
    ask: indexOfTick(ladder, ladder.bestAsk),
  }
  return (
    <div className="flex flex-1 flex-col min-h-0 text-s" style={{ '--row': `${rowPx}px` } as CSSProperties}>
      <div className={styles.columns} aria-hidden="true" data-tip={t('depth.ladder.changeHint', { seconds: 10 })}>
        <span>{t('depth.ladder.change')}</span>
        <span>{t('depth.ladder.tradedBid')}</span>
        <span>{t('depth.ladder.bid')}</span>
        <span className={styles.price}>{t('depth.ladder.price')}</span>
        <span>{t('depth.ladder.ask')}</span>
        <span>{t('depth.ladder.tradedAsk')}</span>
        <span>{t('depth.ladder.change')}</span>
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- has one of two roles */}
      <div
        ref={list}
        // A grid must have rows.
        role={ladder ? 'grid' : 'group'}
        tabIndex={0}
        aria-label={label}
        aria-rowcount={ladder?.rows}
        aria-readonly={ladder ? true : undefined}
        className={styles.list}
        data-ladder-rows={ladder?.rows ?? 0}
        data-top-row={ladder?.topRow}
        data-following={position.topRow === null}
        onKeyDown={onKeyDown}
        onClick={(event) => setActive(rowOf(event.target))}
        onPointerMove={(event: PointerEvent) => event.pointerType === 'mouse' && setActive(rowOf(event.target))}
        onPointerLeave={(event: PointerEvent) => event.pointerType === 'mouse' && setActive(null)}
      >
        {ladder && totals && touch && (
          <div role="rowgroup">
            {Array.from({ length: ladder.rows }, (_, index) => (
              <LadderRow
                key={index}
                index={index}
                ladder={ladder}
                totals={totals}
                tickSize={market.tick_size}
                lotSize={market.lot_size}
                isBestBid={index === touch.bid}
                isBestAsk={index === touch.ask}
                isActive={index === active}
              />
            ))}
          </div>
        )}
        {!ladder && !isBookKnown(state) && (
          <PanelMessage role={state === 'failed' ? 'alert' : 'status'}>
            <p>{t(`depth.state.${state}`)}</p>
            <p className="text-faint text-s">{t(`depth.stateHint.${state}`)}</p>
            {state === 'failed' && <Button onClick={() => requestDepthRetry(scope)}>{t('depth.retry')}</Button>}
          </PanelMessage>
        )}
      </div>
      <div className={styles.totals} data-tip={t('depth.ladder.totalHint')} data-ladder-totals="">
        {ladder && totals && (
          <>
            <span>{sizeText(totals.bidChange, ladder.qtyUnit, 'signed')}</span>
            <span data-total="tradedBid">{sizeText(totals.tradedBid, market.lot_size)}</span>
            <span>{sizeText(totals.bid, ladder.qtyUnit)}</span>
            <span className={styles.price}>{t('depth.ladder.total')}</span>
            <span>{sizeText(totals.ask, ladder.qtyUnit)}</span>
            <span data-total="tradedAsk">{sizeText(totals.tradedAsk, market.lot_size)}</span>
            <span>{sizeText(totals.askChange, ladder.qtyUnit, 'signed')}</span>
          </>
        )}
      </div>
      <LadderDetail ladder={ladder} index={active} market={market} unit={unit} />
    </div>
  )
}

/** Wheel and drag as whole rows; the page behind does not move. */
function useScrolling(list: React.RefObject<HTMLDivElement | null>, rowPx: number, scroll: (by: number) => void): void {
  const move = useEffectEvent((by: number) => scroll(by))
  useEffect(() => {
    const element = list.current
    if (!element) return
    let rest = 0
    let lastY: number | null = null
    const moveBy = (px: number) => {
      rest += px
      const by = Math.trunc(rest / rowPx)
      rest -= by * rowPx
      if (by !== 0) move(by)
    }
    const onWheel = (event: WheelEvent) => {
      if (event.ctrlKey) return
      event.preventDefault()
      moveBy(event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY * rowPx : event.deltaY)
    }
    const onStart = (event: TouchEvent) => {
      rest = 0
      lastY = event.touches.length === 1 ? event.touches[0].clientY : null
    }
    const onMove = (event: TouchEvent) => {
      if (lastY === null || event.touches.length !== 1) return
      event.preventDefault()
      moveBy(lastY - event.touches[0].clientY)
      lastY = event.touches[0].clientY
    }
    element.addEventListener('wheel', onWheel, { passive: false })
    element.addEventListener('touchstart', onStart, { passive: true })
    element.addEventListener('touchmove', onMove, { passive: false })
    return () => {
      element.removeEventListener('wheel', onWheel)
      element.removeEventListener('touchstart', onStart)
      element.removeEventListener('touchmove', onMove)
    }
  }, [list, rowPx])
}
