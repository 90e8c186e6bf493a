import { settle, timeInTurns } from './frames.ts'
import { openKLine, type KLine } from './kline.ts'
import { openOurs } from './our-chart.ts'
import { openPlain } from './plain-series.ts'
import { grownTail, walkScene } from './scenes.ts'

const LOADED = 5_000

export interface LiveResult {
  readonly ours: number[]
  readonly withPanes: number[]
  readonly plain: number[]
  readonly kline: number[]
  readonly shown: number
}

/** One live update with many bars loaded: the call and the frame it requests. */
export async function liveUpdate(
  stage: HTMLElement,
  peerStage: HTMLElement,
  libraries: { lightweight: typeof import('lightweight-charts'); kline: KLine },
  rounds: number,
): Promise<LiveResult> {
  const scene = walkScene(LOADED)
  let lots = 0
  const one = async (panes: boolean, peer: { update(): void; destroy(): void }): Promise<[number[], number[]]> => {
    const chart = await openOurs(stage, scene, panes)
    await settle(10)
    const [ours, theirs] = await timeInTurns(rounds, [
      () => chart.updateBars(grownTail(scene, (lots = (lots % 50) + 1))),
      () => peer.update(),
    ])
    chart.destroy()
    peer.destroy()
    return [ours, theirs]
  }
  const spacing = await ourSpacing(stage, scene)
  const [ours, plain] = await one(false, openPlain(libraries.lightweight, peerStage, scene, spacing.px))
  const [withPanes, kline] = await one(true, openKLine(libraries.kline, peerStage, scene))
  return { ours, withPanes, plain, kline, shown: spacing.shown }
}

/** Width of our columns in the first view, so that the peer shows the same number of bars. */
async function ourSpacing(
  stage: HTMLElement,
  scene: ReturnType<typeof walkScene>,
): Promise<{ px: number; shown: number }> {
  const chart = await openOurs(stage, scene, false)
  const { from, to } = chart.visibleRange()
  chart.destroy()
  return { px: (stage.clientWidth - 150) / (to - from), shown: to - from + 1 }
}
