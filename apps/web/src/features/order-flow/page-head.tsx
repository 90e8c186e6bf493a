import { ChartOverlay } from './panel-boundary.tsx'
import { Replay } from './panels/replay/replay.tsx'
import { DelayBanner } from './panels/status/delay-banner.tsx'

/** What the page says above its chart: the delay of its data, and the replay with its controls. */
export function PageHead() {
  return (
    <>
      <DelayBanner />
      <ChartOverlay>
        <Replay />
      </ChartOverlay>
    </>
  )
}
