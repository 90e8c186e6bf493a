import type { Menus } from '@flowprint/contract'
import { type ComponentType, type ReactNode, Suspense, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useChartScope } from '../../model/chart-scope.ts'
import { Button, IconButton } from '../../../../shared/ui/button.tsx'
import { Dropdown } from '../../../../shared/ui/dropdown.tsx'
import { Icon, type IconName } from '../../../../shared/ui/icons.tsx'
import { useAlertRequests } from '../../model/alert-requests.ts'
import { type PageActions, useLayout } from '../../model/layout-store.ts'
import { useOrder } from '../../model/order-store.ts'
import { sameSelection } from '../../model/selection.ts'
import { toggleHeatmap, useChartSettings } from '../../model/settings-store.ts'
import { useSwitch } from '../../model/selection-url.ts'
import { CycleSelect } from './cycle-select.tsx'
import { DownloadMenu, LayoutMenu, MoreMenu, PaletteMenu, PictureMenu } from './deferred-menus.tsx'
import { PrecisionSelect } from './precision-select.tsx'
import { SymbolButton } from './symbol-button.tsx'
import styles from './toolbar.module.css'

interface ToolbarProps {
  readonly menus: Menus
  readonly actions: PageActions
  /** Volume profiles: which are shown, and drawing a new one. */
  readonly ProfileMenu: ComponentType<{ readonly close: () => void }>
}

/** Buttons of the panels next to the chart: part, icon, label, key. */
const SIDE_BUTTONS = [
  ['watchlist', 'list', 'order.watchlist', 'W'],
  ['tape', 'tape', 'tape.title', 'T'],
  ['ladder', 'ladder', 'order.ladder', 'D'],
] as const

export function Toolbar({ menus, actions, ProfileMenu }: ToolbarProps) {
  const scope = useChartScope()
  const { t } = useTranslation()
  const switchButton = useRef<HTMLButtonElement>(null)
  const switchTo = useSwitch()
  const layout = useLayout()
  const heatmap = useChartSettings((state) => state.view.heatmap.shown)
  const differs = useOrder(({ applied, draft }) => !sameSelection(applied, draft))
  const full = actions.isFullScreen

  return (
    <div className={styles.toolbar} role="toolbar" aria-label={t('order.toolbar')}>
      <SymbolButton menus={menus} onChosen={() => requestAnimationFrame(() => switchButton.current?.focus())} />
      <span className={styles.divider} />
      <CycleSelect menus={menus} />
      <PrecisionSelect menus={menus} />
      <Button
        ref={switchButton}
        variant={differs ? 'primary' : 'outlined'}
        data-tip={t('order.switchHint')}
        data-differs={differs}
        onClick={switchTo}
      >
        {t('order.switch')}
      </Button>
      <div className={styles.tools}>
        <Button
          aria-pressed={layout.panel}
          aria-label={t('order.indicators')}
          data-tip={t('order.indicators')}
          data-tip-key="I"
          onClick={() => layout.fold('panel', !layout.panel)}
        >
          <Icon name="sliders" />
          <span className={styles.roomy}>{t('order.indicators')}</span>
        </Button>
        <AlertButton />
        <div className={`${styles.tools} ${styles.roomy}`}>
          {SIDE_BUTTONS.map(([part, icon, label, hotkey]) => (
            <IconButton
              key={part}
              icon={icon}
              label={t(label)}
              hotkey={hotkey}
              aria-pressed={layout[part]}
              onClick={() => layout.fold(part, !layout[part])}
            />
          ))}
          <IconButton
            icon="heatmap"
            label={t('order.heatmap')}
            hotkey="H"
            aria-pressed={heatmap}
            onClick={() => toggleHeatmap(scope)}
          />
          <ToolMenu icon="profile" label={t('order.profiles')} kind="dialog">
            {(close) => (
              <Suspense fallback={null}>
                <ProfileMenu close={close} />
              </Suspense>
            )}
          </ToolMenu>
          <ToolMenu icon="layout" label={t('order.layout')}>
            {(close) => <LayoutMenu onSaved={actions.showLayouts} close={close} />}
          </ToolMenu>
          <ToolMenu icon="palette" label={t('order.palette.label')}>
            {(close) => <PaletteMenu close={close} />}
          </ToolMenu>
          <IconButton icon="link" label={t('order.copyLink')} onClick={actions.copyLink} />
          <ToolMenu icon="camera" label={t('order.screenshot')}>
            {(close) => <PictureMenu actions={actions} close={close} />}
          </ToolMenu>
          <ToolMenu icon="download" label={t('order.download')}>
            {(close) => <DownloadMenu actions={actions} close={close} />}
          </ToolMenu>
          <IconButton
            icon={full ? 'shrink' : 'expand'}
            hotkey="F"
            label={t(full ? 'order.leaveFullScreen' : 'order.fullScreen')}
            onClick={actions.toggleFullScreen}
          />
          <IconButton icon="keyboard" label={t('order.keyboard')} hotkey="?" onClick={actions.showKeyboard} />
        </div>
        <div className={styles.folded}>
          <MoreMenu actions={actions} />
        </div>
      </div>
    </div>
  )
}

interface ToolMenuProps {
  readonly icon: IconName
  readonly label: string
  readonly kind?: 'menu' | 'dialog'
  readonly children: (close: () => void) => ReactNode
}

/** A toolbar button that opens a menu; the content is lazy. */
function ToolMenu({ icon, label, kind = 'menu', children }: ToolMenuProps) {
  return (
    <Dropdown
      label={label}
      kind={kind}
      align="end"
      trigger={(props) => <IconButton icon={icon} label={label} {...props} />}
    >
      {children}
    </Dropdown>
  )
}

const MAX = 99

/** Opens the alerts; shows the number of unviewed events. */
function AlertButton() {
  const { t } = useTranslation()
  const { alerts, fold } = useLayout()
  const unseen = useAlertRequests((state) => state.unseen)
  const label = t('order.alerts')
  return (
    <span className={styles.bell} data-unseen={unseen === 0 ? undefined : Math.min(unseen, MAX)}>
      <IconButton
        icon="bell"
        label={unseen === 0 ? label : `${label} (${unseen})`}
        hotkey="B"
        aria-pressed={alerts}
        onClick={() => fold('alerts', !alerts)}
      />
    </span>
  )
}
