import type { DrawList } from './draw-list.ts'
import { PROFILE_LEVEL, tintFill } from './palette.ts'
import type { Scene } from './scene.ts'

/** One row as a horizontal bar, its length relative to the bar's largest row; bids first, then asks. */
export function profileRow(
  list: DrawList,
  scene: Scene,
  cell: number,
  most: number,
  area: { x: number; y: number; width: number; height: number },
): void {
  const { x, y, width, height } = area
  const bid = scene.quantities.cellBid(scene.bars, cell)
  const ask = scene.quantities.cellAsk(scene.bars, cell)
  if (!(most > 0)) return
  const length = Math.max(1, Math.round(((bid + ask) / most) * width))
  const split = Math.round((length * bid) / (bid + ask))
  list.rect(x, y, split, height, tintFill('bid', PROFILE_LEVEL))
  list.rect(x + split, y, length - split, height, tintFill('ask', PROFILE_LEVEL))
}
