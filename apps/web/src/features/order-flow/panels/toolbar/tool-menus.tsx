import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { type ChartScope, useChartScope } from '../../model/chart-scope.ts'
import { PALETTES, useAppearance } from '../../../../shared/theme/appearance.ts'
import { IconButton } from '../../../../shared/ui/button.tsx'
import { Dropdown } from '../../../../shared/ui/dropdown.tsx'
import { Menu, type MenuItem } from '../../../../shared/ui/menu.tsx'
import { type PageActions, useLayout } from '../../model/layout-store.ts'
import { listMoments, requestMoment } from '../../model/moment-requests.ts'
import { requestProfiles } from '../../model/profile-requests.ts'
import { startLesson } from '../../model/lesson-link.ts'
import { chooseReplay } from '../../model/replay-store.ts'
import { toggleDerivatives } from '../../model/change-setting.ts'
import { toggleHeatmap, useChartSettings } from '../../model/settings-store.ts'
import { DERIVATIVES_PANES } from '../../model/view-settings.ts'

const PANE_WORDS = { volume: 'volume', cvd: 'cvd', statistics: 'table' } as const
const PARTS = {
  watchlist: 'watchlist',
  tape: 'tape',
  rail: 'drawing',
  legend: 'readout',
  header: 'header',
} as const

/** Panes of the chart and parts of the page, with their checked state. */
function useLayoutItems(): MenuItem[] {
  const scope = useChartScope()
  const { t } = useTranslation()
  const { view, change } = useChartSettings()
  const layout = useLayout()
  const panes = (Object.keys(PANE_WORDS) as (keyof typeof PANE_WORDS)[]).map((pane) => ({
    key: pane,
    label: t(`toolbar.layoutMenu.${PANE_WORDS[pane]}`),
    kind: 'checkbox' as const,
    checked: view.panes[pane],
    onSelect: () => change({ view: { ...view, panes: { ...view.panes, [pane]: !view.panes[pane] } } }),
  }))
  const parts = (['watchlist', 'tape', 'ladder', 'rail', 'legend', 'header'] as const).map((part) => ({
    key: part,
    label: part === 'ladder' ? t('order.ladder') : t(`toolbar.layoutMenu.${PARTS[part]}`),
    kind: 'checkbox' as const,
    checked: layout[part],
    onSelect: () => layout.fold(part, !layout[part]),
  }))
  const heatmap: MenuItem = {
    key: 'heatmap',
    label: t('order.heatmap'),
    kind: 'checkbox',
    checked: view.heatmap.shown,
    onSelect: () => toggleHeatmap(scope),
  }
  const derivatives: MenuItem = {
    key: 'derivatives',
    label: t('derivatives.section.name'),
    kind: 'checkbox',
    checked: DERIVATIVES_PANES.some((pane) => view.panes[pane]),
    onSelect: () => toggleDerivatives(scope),
  }
  return [heatmap, ...panes, derivatives, ...parts]
}

/** Opens the saved layouts. */
function savedItem(t: TFunction, onSaved: () => void, close: () => void): MenuItem {
  return {
    key: 'saved',
    icon: 'layout',
    label: t('toolbar.layoutMenu.saved'),
    onSelect: () => {
      close()
      onSaved()
    },
  }
}

/** Asks for the start of a replay. */
function replayItem(t: TFunction, close: () => void): MenuItem {
  return {
    key: 'replay',
    icon: 'clock',
    label: t('toolbar.layoutMenu.replay'),
    onSelect: () => {
      close()
      chooseReplay()
    },
  }
}

function lessonItem(t: TFunction, close: () => void): MenuItem {
  return {
    key: 'lesson',
    icon: 'eye',
    label: t('toolbar.layoutMenu.lesson'),
    onSelect: () => {
      close()
      startLesson()
    },
  }
}

/** Copies a link to what the chart shows last, and lists the own ones. */
function momentItems(t: TFunction, scope: ChartScope, close: () => void): MenuItem[] {
  const item = (key: string, label: string, act: () => void): MenuItem => ({
    key,
    icon: 'link',
    label,
    onSelect: () => {
      close()
      act()
    },
  })
  return [
    item('annotate', t('moments.copyWithNote'), () => requestMoment({ scope, at: { bar: null }, isAsking: true })),
    item('moments', t('moments.mine'), listMoments),
  ]
}

/** Toggles panes and parts of the page. */
export function LayoutMenu({ onSaved, close }: { onSaved: () => void; close: () => void }) {
  const scope = useChartScope()
  const { t } = useTranslation()
  const items = useLayoutItems()
  return (
    <>
      <Menu label={t('order.layout')} heading={t('toolbar.layoutMenu.panes')} items={items} />
      <Menu
        label={t('toolbar.layoutMenu.saved')}
        items={[
          replayItem(t, close),
          lessonItem(t, close),
          ...momentItems(t, scope, close),
          savedItem(t, onSaved, close),
        ]}
      />
    </>
  )
}

/** Downloads of the visible bars. */
function downloadItems(t: TFunction, actions: PageActions, close: () => void): MenuItem[] {
  return (['trades', 'bars'] as const).map((what) => ({
    key: what,
    icon: 'download' as const,
    label: t(`toolbar.downloadMenu.${what}`),
    note: t('toolbar.downloadMenu.note'),
    onSelect: () => {
      close()
      actions.download(what)
    },
  }))
}

export function DownloadMenu({ actions, close }: { actions: PageActions; close: () => void }) {
  const { t } = useTranslation()
  return <Menu label={t('order.download')} items={downloadItems(t, actions, close)} />
}

/** Targets for an image of the chart. */
function pictureItems(t: TFunction, actions: PageActions, close: () => void): MenuItem[] {
  return (['copy', 'save'] as const).map((way) => ({
    key: way,
    icon: 'camera' as const,
    label: t(`toolbar.picture.${way}`),
    onSelect: () => {
      close()
      actions.takePicture(way)
    },
  }))
}

export function PictureMenu({ actions, close }: { actions: PageActions; close: () => void }) {
  const { t } = useTranslation()
  return <Menu label={t('order.screenshot')} items={pictureItems(t, actions, close)} />
}

/** Colours for up and down. */
export function PaletteMenu({ close }: { close: () => void }) {
  const { t } = useTranslation()
  const { palette, choosePalette } = useAppearance()
  return (
    <Menu
      label={t('order.palette.label')}
      items={PALETTES.map((choice) => ({
        key: choice,
        label: t(`order.palette.${choice}`),
        checked: choice === palette,
        onSelect: () => {
          choosePalette(choice)
          close()
        },
      }))}
    />
  )
}

/** The toolbar's tools on a phone. */
export function MoreMenu({ actions }: { actions: PageActions }) {
  const scope = useChartScope()
  const { t } = useTranslation()
  const layout = useLayoutItems()
  const { palette, choosePalette } = useAppearance()

  const commands = (close: () => void): MenuItem[] => {
    const command = (key: string, icon: MenuItem['icon'], label: string, act: () => void): MenuItem => ({
      key,
      icon,
      label,
      onSelect: () => {
        close()
        act()
      },
    })
    const openProfiles = () => {
      requestProfiles(scope)
      useLayout.getState().fold('panel', true)
    }
    return [
      command('profiles', 'profile', t('order.profiles'), openProfiles),
      command('link', 'link', t('order.copyLink'), actions.copyLink),
      ...momentItems(t, scope, close),
      ...pictureItems(t, actions, close),
      replayItem(t, close),
      lessonItem(t, close),
      savedItem(t, actions.showLayouts, close),
      command(
        'full',
        'expand',
        t(actions.isFullScreen ? 'order.leaveFullScreen' : 'order.fullScreen'),
        actions.toggleFullScreen,
      ),
    ]
  }
  const palettes = PALETTES.map((choice): MenuItem => ({
    key: choice,
    label: t(`order.palette.${choice}`),
    checked: choice === palette,
    onSelect: () => choosePalette(choice),
  }))

  return (
    <Dropdown
      label={t('order.more')}
      align="end"
      trigger={(props) => <IconButton icon="more" label={t('order.more')} {...props} />}
    >
      {(close) => (
        <>
          <Menu label={t('order.more')} items={commands(close)} />
          <Menu label={t('order.download')} heading={t('order.download')} items={downloadItems(t, actions, close)} />
          <Menu label={t('order.layout')} heading={t('order.layout')} items={layout} />
          <Menu label={t('order.palette.label')} heading={t('order.palette.label')} items={palettes} />
        </>
      )}
    </Dropdown>
  )
}
