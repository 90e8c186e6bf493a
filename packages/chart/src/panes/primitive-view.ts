import type { IPrimitivePaneRenderer, IPrimitivePaneView, PrimitivePaneViewZOrder } from 'lightweight-charts'
import { Guard } from './guard.ts'

/** Input of a painter: a context in device px and the size of the pane. */
export interface PaintScope {
  readonly context: CanvasRenderingContext2D
  readonly width: number
  readonly height: number
  /** Device px per CSS px, assumed equal horizontally and vertically. */
  readonly ratio: number
}

type Target = Parameters<IPrimitivePaneRenderer['draw']>[0]

/**
 * Adapts one paint function to a layer of the library. Restores the context's state; a failure does not affect other
 * layers.
 */
export class PrimitiveView implements IPrimitivePaneView {
  readonly #order: PrimitivePaneViewZOrder
  readonly #renderer: IPrimitivePaneRenderer

  constructor(order: PrimitivePaneViewZOrder, paint: (scope: PaintScope) => void) {
    this.#order = order
    const guard = new Guard()
    this.#renderer = {
      draw: (target: Target): void =>
        target.useBitmapCoordinateSpace(({ context, bitmapSize, horizontalPixelRatio }) => {
          context.save()
          guard.run(() =>
            paint({ context, width: bitmapSize.width, height: bitmapSize.height, ratio: horizontalPixelRatio }),
          )
          context.restore()
        }),
    }
  }

  zOrder(): PrimitivePaneViewZOrder {
    return this.#order
  }

  renderer(): IPrimitivePaneRenderer {
    return this.#renderer
  }
}
