import { useMarket } from './model/market-store.ts'
import { ChartOverlay } from './panel-boundary.tsx'
import { PageCommands } from './panels/commands/page-commands.tsx'
import type { ChartCommandsOptions } from './panels/commands/chart-commands.ts'
import { Hotkeys, type HotkeysProps } from './panels/keyboard/hotkeys.ts'
import { Moments } from './panels/sharing/moments.tsx'
import { FirstTour } from './panels/tour/first-tour.tsx'

/** The keys of the page and its commands in the palette, and the tour of a first visit. */
export function PageKeys({ controller, menus, actions, switchTo }: HotkeysProps & ChartCommandsOptions) {
  const isReady = useMarket((state) => state.phase === 'ready')
  return (
    <>
      <Hotkeys controller={controller} actions={actions} switchTo={switchTo} />
      <PageCommands menus={menus} actions={actions} switchTo={switchTo} />
      <Moments controller={controller} />
      <ChartOverlay>
        <FirstTour isReady={isReady} />
      </ChartOverlay>
    </>
  )
}
