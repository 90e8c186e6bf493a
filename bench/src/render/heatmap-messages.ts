import type { DepthColumns } from '@flowprint/orderflow'
import type { LoadedRequest } from './loaded-request.ts'

/** To the worker of the heatmap: what is shown, then one heatmap after the other. */
export type ToHeatmapWorker =
  | { readonly kind: 'begin'; readonly request: LoadedRequest }
  /** The visible times end there, ms. */
  | { readonly kind: 'load'; readonly end: number }
  | { readonly kind: 'stop' }

/** From it. Times are ms since 1970. */
export type FromHeatmapWorker =
  /** Its script is loaded. */
  | { readonly kind: 'ready' }
  | { readonly kind: 'columns'; readonly columns: DepthColumns; readonly low: number; readonly high: number }
  | {
      readonly kind: 'timing'
      readonly requested: number
      readonly responded: number
      readonly received: number
      readonly decoded: number
      readonly bytes: number
    }
  | { readonly kind: 'failed' }

/** Times of the page and of the worker begin at different moments. */
export const nowMs = (): number => performance.timeOrigin + performance.now()
