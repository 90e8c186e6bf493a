import { type ChartScope, createScopedStore } from './chart-scope.ts'
import type { DepthState } from '../../../workers/protocol.ts'

/** State of the order book of the chart; meaningful while the heatmap or the ladder is shown. */
export const useDepth = createScopedStore<{ readonly state: DepthState }>(() => () => ({ state: 'loading' }))

/** Requests to load the order book again, by panels that do not know the chart. */
export const useDepthRetry = createScopedStore<{ readonly asked: number }>(() => () => ({ asked: 0 }))

export const requestDepthRetry = (scope: ChartScope) =>
  useDepthRetry.of(scope).setState(({ asked }) => ({ asked: asked + 1 }))

/** States in which a book is known. */
export const isBookKnown = (state: DepthState) => state === 'proven' || state === 'connection' || state === 'sampled'
