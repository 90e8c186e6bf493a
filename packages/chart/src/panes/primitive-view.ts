import type { IPrimitivePaneRenderer, IPrimitivePaneView, PrimitivePaneViewZOrder } from 'lightweight-charts'
import { Guard } from './guard.ts'

/** What a painter gets: a context in device px of a pane of that size. */
export interface PaintScope {
  readonly context: CanvasRenderingContext2D
  readonly width: number
  readonly height: number
  /** Device px per CSS px, horizontally and vertically the same on every known screen. */
  readonly ratio: number
}

type Target = Parameters<IPrimitivePaneRenderer['draw']>[0]

/** One layer of a pane as the library wants it, painted by one function. State of the context is restored; a failure leaves the other layers as they are. */
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
