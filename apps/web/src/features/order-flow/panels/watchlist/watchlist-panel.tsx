import { MAX_WATCHLIST, type Menus } from '@flowprint/contract'
import { type CSSProperties, useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useChartScope } from '../../model/chart-scope.ts'
import { Button, IconButton } from '../../../../shared/ui/button.tsx'
import { Dropdown } from '../../../../shared/ui/dropdown.tsx'
import { Menu } from '../../../../shared/ui/menu.tsx'
import { showToast } from '../../../../shared/ui/toasts.ts'
import { findMarket } from '../../model/menus.ts'
import { useOrder } from '../../model/order-store.ts'
import { useAddress } from '../../model/selection-url.ts'
import { useWatched } from '../../model/market-store.ts'
import frame from '../../ui/panel.module.css'
import { SymbolPicker } from '../../ui/symbol-picker.tsx'
import { WatchlistList } from './watchlist-list.tsx'
import { useWatchlistColumns, WATCHLIST_COLUMNS } from './watchlist-columns.ts'
import { firstList, useWatchlist } from './watchlist-store.ts'
import { FoldButton, PanelHead, PanelMessage } from '../../ui/panel-parts.tsx'
import styles from './watchlist.module.css'

/** The list of an account without its own. */
const FIRST_LIST = 12

/** The watchlist, next to the chart; a bottom sheet on a phone. */
export function WatchlistPanel({ menus }: { menus: Menus }) {
  const { t } = useTranslation()
  const address = useAddress()
  const scope = useChartScope()
  const shown = useOrder(({ applied }) => applied?.symbol)
  const { state, items, load, add } = useWatchlist()
  const watch = useWatched((each) => each.watch)

  const added = useWatchlistColumns((each) => each.shown.length)

  const reload = useEffectEvent(() => void load(() => firstList(menus.symbol, FIRST_LIST)))
  useEffect(() => {
    const onVisibility = () => document.visibilityState === 'visible' && reload()
    reload()
    document.addEventListener('visibilitychange', onVisibility)
    return () => document.removeEventListener('visibilitychange', onVisibility)
  }, [])

  const known = items.filter((symbol) => findMarket(menus, symbol)).join(' ')
  useEffect(() => {
    watch(known === '' ? [] : known.split(' '), 'watchlist')
    return () => watch([], 'watchlist')
  }, [known, watch])

  const show = (symbol: string) => {
    const { applied, precisionOf, adopt } = useOrder.of(scope).getState()
    const precision = applied && precisionOf(menus, symbol, applied.cycle)
    if (!applied || !precision || applied.symbol === symbol) return
    const selection = { symbol, cycle: applied.cycle, precision }
    adopt(selection)
    address(selection)
  }
  const offered = { ...menus, symbol: menus.symbol.filter(({ value }) => !items.includes(value)) }

  return (
    <aside
      className={`${frame.panel} ${styles.panel}`}
      style={{ '--added': added } as CSSProperties}
      data-added={added}
      aria-label={t('workspace.watchlist.title')}
    >
      <PanelHead>
        <h2 className="text-m font-semibold">{t('workspace.watchlist.title')}</h2>
        <div className="flex items-center gap-0.5">
          <ColumnsMenu />
          {state === 'ready' && (
            <Dropdown
              label={t('workspace.watchlist.add')}
              align="end"
              trigger={(props) => <IconButton icon="plus" label={t('workspace.watchlist.add')} {...props} />}
            >
              {(close) =>
                offered.symbol.length === 0 ? (
                  <PanelMessage>{t('workspace.watchlist.all')}</PanelMessage>
                ) : (
                  <SymbolPicker
                    menus={offered}
                    current=""
                    onChoose={(symbol) => {
                      close()
                      if (items.length >= MAX_WATCHLIST)
                        return showToast(t('workspace.watchlist.full', { max: MAX_WATCHLIST }))
                      add(symbol)
                      showToast(t('workspace.watchlist.added', { symbol: findMarket(menus, symbol)?.label ?? symbol }))
                    }}
                  />
                )
              }
            </Dropdown>
          )}
          <FoldButton part="watchlist" />
        </div>
      </PanelHead>
      {state === 'ready' && items.length > 0 && <WatchlistList menus={menus} shown={shown} onShow={show} />}
      {state === 'ready' && items.length === 0 && (
        <PanelMessage role="status">{t('workspace.watchlist.empty')}</PanelMessage>
      )}
      {state === 'loading' && <PanelMessage role="status">{t('workspace.watchlist.loading')}</PanelMessage>}
      {state === 'failed' && (
        <PanelMessage role="alert">
          <p>{t('workspace.watchlist.failed')}</p>
          <Button variant="outlined" onClick={reload}>
            {t('common.retry')}
          </Button>
        </PanelMessage>
      )}
    </aside>
  )
}

/** Chooses the columns of perpetuals. */
function ColumnsMenu() {
  const { t } = useTranslation()
  const { shown, toggle } = useWatchlistColumns()
  const label = t('workspace.watchlist.choose')
  return (
    <Dropdown label={label} align="end" trigger={(props) => <IconButton icon="sliders" label={label} {...props} />}>
      {() => (
        <Menu
          label={label}
          heading={t('workspace.watchlist.perpetuals')}
          items={WATCHLIST_COLUMNS.map((column) => ({
            key: column,
            label: t(`workspace.watchlist.columns.${column}`),
            note: t(`workspace.watchlist.columnHint.${column}`),
            kind: 'checkbox' as const,
            checked: shown.includes(column),
            onSelect: () => toggle(column),
          }))}
        />
      )}
    </Dropdown>
  )
}
