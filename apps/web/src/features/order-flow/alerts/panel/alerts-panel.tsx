import type { Menus } from '@flowprint/contract'
import { Suspense, useRef, useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../../../shared/ui/button.tsx'
import { nextIndex } from '../../../../shared/ui/roving.ts'
import frame from '../../ui/panel.module.css'
import { requestAlert, useAlertRequests } from '../../model/alert-requests.ts'
import { AlertList } from './alert-list.tsx'
import styles from './alerts-panel.module.css'
import { HistoryList } from './history-list.tsx'
import { lazyPart } from '../../../../shared/ui/lazy-part.ts'
import { FoldButton, PanelHead } from '../../ui/panel-parts.tsx'

const ChannelsDialog = lazyPart(async () => ({
  default: (await import('../channels/channels-dialog.tsx')).ChannelsDialog,
}))

const TABS = ['alerts', 'history'] as const

/** The account's alerts and their history, next to the chart; a bottom sheet on a phone. */
export function AlertsPanel({ menus }: { menus: Menus }) {
  const { t } = useTranslation()
  const unseen = useAlertRequests((state) => state.unseen)
  const [tab, setTab] = useState<(typeof TABS)[number]>(() =>
    useAlertRequests.getState().unseen > 0 ? 'history' : 'alerts',
  )
  const [ways, setWays] = useState(false)
  const tabs = useRef<HTMLDivElement>(null)

  const onKeyDown = (event: KeyboardEvent) => {
    const to = nextIndex(event.key, TABS.indexOf(tab), TABS.length, 'horizontal')
    if (to < 0) return
    event.preventDefault()
    event.stopPropagation()
    setTab(TABS[to])
    tabs.current?.querySelectorAll('button')[to]?.focus()
  }

  return (
    <aside className={frame.panel} aria-label={t('alerts.title')}>
      <PanelHead>
        <div
          ref={tabs}
          role="tablist"
          aria-label={t('alerts.title')}
          className="flex items-center gap-1 -ms-2"
          onKeyDown={onKeyDown}
        >
          {TABS.map((each) => (
            <button
              key={each}
              type="button"
              role="tab"
              id={`alerts-tab-${each}`}
              aria-selected={tab === each}
              aria-controls="alerts-view"
              tabIndex={tab === each ? 0 : -1}
              className={styles.tab}
              onClick={() => setTab(each)}
            >
              {t(`alerts.tab.${each}`)}
              {each === 'history' && unseen > 0 && (
                <span className="min-w-4 px-1 rounded-[8px] bg-brand text-on-brand text-xs leading-4 text-center">
                  {unseen}
                </span>
              )}
            </button>
          ))}
        </div>
        <div className="flex items-center gap-0.5">
          <IconButton
            icon="plus"
            label={t('alerts.new')}
            hotkey="Alt+A"
            onClick={() => requestAlert({ kind: 'price', price: null })}
          />
          <IconButton icon="sliders" label={t('alerts.channels.title')} onClick={() => setWays(true)} />
          <FoldButton part="alerts" />
        </div>
      </PanelHead>
      <div
        id="alerts-view"
        role="tabpanel"
        aria-labelledby={`alerts-tab-${tab}`}
        className="flex-1 min-h-0 overflow-y-auto overscroll-contain"
      >
        {tab === 'alerts' ? <AlertList menus={menus} /> : <HistoryList menus={menus} />}
      </div>
      <Suspense fallback={null}>{ways && <ChannelsDialog onClose={() => setWays(false)} />}</Suspense>
    </aside>
  )
}
