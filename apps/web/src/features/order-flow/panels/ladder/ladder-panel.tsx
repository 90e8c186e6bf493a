import type { MenuSymbol } from '@flowprint/contract'
import { stepText } from '@flowprint/orderflow'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useChartScope } from '../../model/chart-scope.ts'
import { Button } from '../../../../shared/ui/button.tsx'
import { Select } from '../../../../shared/ui/select.tsx'
import { Tag } from '../../../../shared/ui/tag.tsx'
import { isBookKnown, useDepth } from '../../model/depth-store.ts'
import { useMarket } from '../../model/market-store.ts'
import { currenciesOf } from '../../model/menus.ts'
import { useOrder } from '../../model/order-store.ts'
import { stepOf } from '../../model/precision.ts'
import { useTimeFormat } from '../../model/time-zone.ts'
import frame from '../../ui/panel.module.css'
import { FoldButton, PanelHead } from '../../ui/panel-parts.tsx'
import { FOLLOWING, lockRows, neighbourStep, rescalePosition } from './ladder-model.ts'
import { LadderList } from './ladder-list.tsx'
import { useLadder, useLadderPreferences, withEntry } from './ladder-store.ts'
import styles from './ladder.module.css'

/** The order book as rows by price, next to the chart; a bottom sheet on a phone. */
export function LadderPanel({ market }: { market: MenuSymbol | undefined }) {
  return market && <LadderOfMarket key={market.value} market={market} />
}

function LadderOfMarket({ market }: { market: MenuSymbol }) {
  const scope = useChartScope()
  const { t } = useTranslation()
  const time = useTimeFormat()
  const precision = useOrder(({ applied }) => applied?.precision)
  const { steps, resets, change } = useLadderPreferences()
  const { value: symbol, tick_size: tickSize } = market
  const [position, setPosition] = useState(FOLLOWING)
  const [rows, setRows] = useState(0)
  const ladder = useLadder((state) => state.ladder)
  const step = stepOf(steps[symbol] ?? precision ?? tickSize, tickSize) ?? 1
  const since = resets[symbol] ?? null
  const { topRow } = position

  useEffect(() => {
    if (rows > 0) useLadder.of(scope).setState({ query: { symbol, step, rows, topRow, since } })
  }, [symbol, step, rows, topRow, since, scope])
  useEffect(() => () => useLadder.of(scope).setState({ query: null, ladder: null }), [scope])

  const offered = [tickSize, ...market.precision, precision ?? tickSize, steps[symbol] ?? tickSize]
  const options = [...new Set(offered.flatMap((text) => stepOf(text, tickSize) ?? []))].sort((a, b) => a - b)
  const chooseStep = (next: number) => {
    if (next === step) return
    setPosition(rescalePosition(position, rows, step, next))
    change({ steps: withEntry(steps, symbol, stepText(next, tickSize)) })
  }
  const reset = () => {
    const now = useMarket.of(scope).getState().watermark
    change({ resets: withEntry(resets, symbol, now ?? Date.now()) })
  }

  return (
    <aside className={`${frame.panel} ${styles.panel}`} aria-label={t('depth.ladder.title')}>
      <PanelHead>
        <h2 className="text-m font-semibold flex items-center gap-1.5">
          {t('depth.ladder.title')}
          <LadderTags market={market} />
        </h2>
        <FoldButton part="ladder" />
      </PanelHead>
      <div className={styles.tools}>
        <Select
          aria-label={t('depth.ladder.precision')}
          data-tip={t('depth.ladder.precision')}
          options={options.map((value) => ({ value, label: stepText(value, tickSize) }))}
          value={step}
          onChange={(value) => chooseStep(Number(value))}
        />
        <span className={styles.buttons}>
          <ToolButton
            path={TARGET}
            label={t('depth.ladder.center')}
            hotkey="Home"
            isPressed={topRow === null}
            onClick={() => setPosition(FOLLOWING)}
          />
          <ToolButton
            path={PADLOCK}
            label={t(position.isLocked ? 'depth.ladder.unlock' : 'depth.ladder.lock')}
            isPressed={position.isLocked}
            onClick={() => setPosition(lockRows(position, ladder?.topRow ?? null, !position.isLocked))}
          />
        </span>
        <span className={styles.since}>
          <Select
            aria-label={t('depth.ladder.since')}
            options={[
              { value: 'session', label: t('depth.ladder.sinceSession') },
              ...(since === null
                ? []
                : [{ value: 'reset', label: t('depth.ladder.sinceReset', { time: time.clock(since) }) }]),
            ]}
            value={since === null ? 'session' : 'reset'}
            onChange={(value) => value === 'session' && change({ resets: withEntry(resets, symbol, undefined) })}
          />
          <Button data-tip={t('depth.ladder.resetHint')} onClick={reset}>
            {t('depth.ladder.reset')}
          </Button>
        </span>
      </div>
      <LadderList
        label={t('depth.ladder.rows', { symbol: market.label })}
        market={market}
        unit={market.qty_unit === 'contract' ? t('tape.contracts') : currenciesOf(market).base}
        position={position}
        onPosition={setPosition}
        onRows={setRows}
        onStep={(by) => chooseStep(neighbourStep(options, step, by))}
      />
    </aside>
  )
}

/** Icons of this panel alone, which the first load of the page does not need. */
const TARGET = 'M8 12A4 4 0 1 0 8 4a4 4 0 0 0 0 8zM8 1v4M8 11v4M1 8h4M11 8h4'
const PADLOCK = 'M3.5 7h9v6.5h-9zM5.5 7V5a2.5 2.5 0 0 1 5 0v2'

interface ToolButtonProps {
  readonly path: string
  readonly label: string
  readonly hotkey?: string
  readonly isPressed: boolean
  readonly onClick: () => void
}

function ToolButton({ path, label, hotkey, isPressed, onClick }: ToolButtonProps) {
  return (
    <Button
      aria-label={label}
      aria-pressed={isPressed}
      aria-keyshortcuts={hotkey}
      data-tip={label}
      data-tip-key={hotkey}
      onClick={onClick}
    >
      <svg
        width="16"
        height="16"
        viewBox="0 0 16 16"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.4"
        aria-hidden="true"
      >
        <path d={path} />
      </svg>
    </Button>
  )
}

/** Warns when the book is simulated or delayed; otherwise how its completeness is known. */
function LadderTags({ market }: { market: MenuSymbol }) {
  const { t } = useTranslation()
  const state = useDepth((depth) => depth.state)
  const isDelayed = useMarket(({ meta }) => meta?.delayed === true)
  const isOffline = useMarket(({ connection }) => connection === 'offline' || connection === 'reconnecting')
  return (
    <>
      {market.kind === 'simulated' && <Tag tone="warning">{t('common.simulated')}</Tag>}
      {isDelayed && <Tag tone="warning">{t('depth.state.delayed')}</Tag>}
      {isOffline ? (
        <Tag tone="warning">{t('status.connection.offline')}</Tag>
      ) : isBookKnown(state) ? (
        <span data-tip={t(`depth.stateHint.${state}`)}>
          <Tag>{t(`depth.state.${state}`)}</Tag>
        </span>
      ) : null}
    </>
  )
}
