import { useState } from 'react'
import { needWords } from '../../shared/i18n/setup.ts'
import { lazyPart } from '../../shared/ui/lazy-part.ts'
import { useMarket } from './model/market-store.ts'
import { ChartOverlay } from './panel-boundary.tsx'
import { ChartUndo, PageCommands } from './panels/commands/page-commands.tsx'
import type { ChartCommandsOptions } from './panels/commands/chart-commands.ts'
import { Hotkeys, type HotkeysProps } from './panels/keyboard/hotkeys.ts'
import { Moments } from './panels/sharing/moments.tsx'
import { FirstTour } from './panels/tour/first-tour.tsx'

const PageAlerts = lazyPart(async () => {
  const [{ PageAlerts: component }] = await Promise.all([import('./alerts/alerts.tsx'), needWords('alerts')])
  return { default: component }
})

/** The keys of the page and its commands in the palette, its alerts, and the tour of a first visit. */
export function PageKeys({
  controller,
  menus,
  actions,
  switchTo,
  hasUndo = false,
}: HotkeysProps &
  ChartCommandsOptions & {
    /** The page undoes changes of its layout itself. */
    readonly hasUndo?: boolean
  }) {
  const isReady = useMarket((state) => state.phase === 'ready')
  // Load bars first.
  const [wasReady, setWasReady] = useState(false)
  if (isReady && !wasReady) setWasReady(true)
  return (
    <>
      {wasReady && (
        <ChartOverlay>
          <PageAlerts />
        </ChartOverlay>
      )}
      <Hotkeys controller={controller} actions={actions} switchTo={switchTo} />
      {!hasUndo && <ChartUndo />}
      <PageCommands menus={menus} actions={actions} switchTo={switchTo} />
      <Moments controller={controller} />
      <ChartOverlay>
        <FirstTour isReady={isReady} />
      </ChartOverlay>
    </>
  )
}
