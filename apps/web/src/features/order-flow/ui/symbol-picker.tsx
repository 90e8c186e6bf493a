import type { FeedState, Menus, MenuSymbol } from '@flowprint/contract'
import { useQueryClient } from '@tanstack/react-query'
import { type CSSProperties, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../../shared/ui/icons.tsx'
import { nextIndex } from '../../../shared/ui/roving.ts'
import { Tag } from '../../../shared/ui/tag.tsx'
import { useOrderMemory } from '../model/order-store.ts'
import { searchSymbols, venueName, viewedSymbols } from '../model/symbols.ts'
import { useWatched } from '../model/market-store.ts'
import search from '../../../shared/ui/search-bar.module.css'
import styles from './symbol-picker.module.css'

const TABS = ['all', 'history'] as const

export interface SymbolPickerProps {
  readonly menus: Menus
  readonly current: string
  readonly onChoose: (symbol: string) => void
}

/** Search, the tabs All and History, and a list navigated with the arrow keys while focus stays in the search field. */
export function SymbolPicker({ menus, current, onChoose }: SymbolPickerProps) {
  const { t } = useTranslation()
  const history = useOrderMemory((state) => state.history)
  const [tab, setTab] = useState<(typeof TABS)[number]>('all')
  const [text, setText] = useState('')
  const [active, setActive] = useState(0)
  const id = useId()
  const queries = useQueryClient()

  // Symbols may have been imported since the page opened.
  useEffect(() => void queries.invalidateQueries({ queryKey: ['menus'] }), [queries])

  const { states, watch } = useWatched()
  const followed = menus.symbol
    .filter(({ live }) => live)
    .map(({ value }) => value)
    .join(' ')
  useEffect(() => {
    watch(followed === '' ? [] : followed.split(' '))
    return () => watch([])
  }, [followed, watch])

  const offered = tab === 'all' ? menus.symbol : viewedSymbols(menus.symbol, history)
  const found = searchSymbols(offered, text)
  const at = Math.min(active, found.length - 1)

  // Loaded after its panel opened: the field has not received focus yet.
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (document.activeElement?.getAttribute('aria-expanded') === 'true' && document.activeElement !== input.current)
      input.current?.focus()
  }, [])

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && found[at] && !event.nativeEvent.isComposing) {
      event.preventDefault()
      return onChoose(found[at].value)
    }
    // Home and End move the text cursor.
    const target = event.key.startsWith('Arrow') ? nextIndex(event.key, at, found.length, 'vertical') : -1
    if (target < 0) return
    event.preventDefault()
    setActive(target)
    document.getElementById(`${id}-${target}`)?.scrollIntoView({ block: 'nearest' })
  }

  const onTabKey = (event: KeyboardEvent) => {
    const target = nextIndex(event.key, TABS.indexOf(tab), TABS.length, 'horizontal')
    if (target < 0) return
    setTab(TABS[target])
    document.getElementById(`${id}-tab-${TABS[target]}`)?.focus()
  }

  return (
    <div className={styles.picker} style={{ '--rows': Math.max(2, menus.symbol.length) } as CSSProperties}>
      <div className={`${search.bar} ${styles.search}`}>
        <Icon name="search" />
        <input
          ref={input}
          className={search.input}
          type="text"
          role="combobox"
          aria-expanded="true"
          value={text}
          aria-label={t('toolbar.picker.search')}
          placeholder={t('toolbar.picker.search')}
          aria-controls={`${id}-list`}
          aria-activedescendant={at >= 0 ? `${id}-${at}` : undefined}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => {
            setText(event.target.value)
            setActive(0)
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <div
        className="flex flex-none items-center gap-1 px-2 border-b border-line"
        role="tablist"
        aria-label={t('order.picker.title')}
        onKeyDown={onTabKey}
      >
        {TABS.map((name) => (
          <button
            key={name}
            id={`${id}-tab-${name}`}
            type="button"
            role="tab"
            aria-selected={tab === name}
            aria-controls={`${id}-list`}
            tabIndex={tab === name ? 0 : -1}
            className={styles.tab}
            onClick={() => setTab(name)}
          >
            {t(`toolbar.picker.${name}`)}
          </button>
        ))}
        <span className="ms-auto text-faint text-s">{t('toolbar.picker.count', { count: found.length })}</span>
      </div>
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label={t('order.picker.title')}
        className="flex-1 min-h-0 p-1 overflow-auto overscroll-contain"
      >
        {found.map((market, index) => (
          <SymbolOption
            key={market.value}
            id={`${id}-${index}`}
            market={market}
            active={index === at}
            selected={market.value === current}
            state={states[market.value]}
            onHover={() => setActive(index)}
            onChoose={() => onChoose(market.value)}
          />
        ))}
      </div>
      {found.length === 0 && (
        <p className="px-4 py-8 text-faint text-m text-center" role="status">
          {text === '' && tab === 'history' ? t('toolbar.picker.noHistory') : t('toolbar.picker.nothing', { text })}
        </p>
      )}
    </div>
  )
}

interface SymbolOptionProps {
  readonly id: string
  readonly market: MenuSymbol
  readonly active: boolean
  readonly selected: boolean
  /** State of its feed; undefined when unknown or without one. */
  readonly state: FeedState | undefined
  readonly onHover: () => void
  readonly onChoose: () => void
}

function SymbolOption({ id, market, active, selected, state, onHover, onChoose }: SymbolOptionProps) {
  const { t } = useTranslation()
  const simulated = market.kind === 'simulated'
  const venue = venueName(market.exchange)
  return (
    <div
      id={id}
      role="option"
      aria-selected={selected}
      data-active={active}
      className={styles.option}
      onPointerMove={onHover}
      onClick={onChoose}
    >
      <span className={styles.name}>{market.label}</span>
      <span className={styles.code}>{venue === market.exchange ? market.value : `${venue} · ${market.value}`}</span>
      <span className={styles.labels}>
        {market.side === 'estimated' && <Tag tone="warning">{t('order.picker.estimated')}</Tag>}
        {simulated ? (
          <Tag tone="warning">{t('order.picker.kind.simulated')}</Tag>
        ) : (
          <Tag>{t(`order.picker.kind.${market.kind}`)}</Tag>
        )}
        {!market.live && <Tag>{t('toolbar.picker.archive')}</Tag>}
        {market.live && (
          <Tag tone="brand">
            <i className={styles.dot} data-state={state} />
            {t(state && state !== 'live' ? `status.data.${state}` : 'toolbar.picker.live')}
          </Tag>
        )}
      </span>
    </div>
  )
}
