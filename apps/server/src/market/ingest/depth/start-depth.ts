import { openDepthFeed } from '@flowprint/venues'
import type { VenueName } from '@flowprint/venues'
import { Semaphore } from '../../../platform/async/index.ts'
import type { DepthState } from '../../../platform/bus/index.ts'
import type { Env } from '../../../platform/env/index.ts'
import type { RecorderRegistry } from '../recording/recorder-registry.ts'
import type { CommonRecordingOptions } from '../recording/recording-options.ts'
import { feedOptionsOf, startRecording } from '../recording/start-recording.ts'
import type { Recording } from '../recording/start-recording.ts'
import { DemoRecorder } from './demo-recorder.ts'
import { DepthBudget } from './depth-budget.ts'
import { DEFAULT_DEPTH_MODE } from './depth-modes.ts'
import type { DepthModes } from './depth-modes.ts'
import type { RecorderOptions } from './depth-options.ts'
import type { RecordedMode } from './market-recorder.ts'
import { createVenueRecorder } from './venue-recorder.ts'
import type { VenueRecorderOptions } from './venue-recorder.ts'

export interface DepthRecordingOptions extends CommonRecordingOptions, Pick<RecorderOptions, 'depth' | 'isOverloaded'> {
  readonly env: CommonRecordingOptions['env'] & Pick<Env, 'recordDepth'>
  readonly modes: DepthModes
  readonly depthRegistry: RecorderRegistry<DepthState>
  /** Default: the real exchanges. */
  readonly openFeed?: VenueRecorderOptions['openFeed']
  readonly budget?: DepthBudget
}

/** Leaves a connection of the pool for folding. */
const MAX_COMMITS = 2
/** Minutes end in all markets at the same moment, so they are folded one market after the other, with pauses. */
const CLOSE_REST_SHARE = 1

/** Records the books of this node's share of the followed markets, and of the simulated ones. Returns immediately. */
export function startDepth(options: DepthRecordingOptions): Recording {
  const { env, depth, listings, modes, depthRegistry, budget = new DepthBudget() } = options
  if (!env.recordDepth) return { stop: async () => {} }
  const recorderOptions: VenueRecorderOptions = {
    ...options,
    budget,
    commitSemaphore: new Semaphore(MAX_COMMITS),
    closeSemaphore: new Semaphore(1, CLOSE_REST_SHARE),
    loadListings: (venue) => listings.load(venue),
    openFeed:
      options.openFeed ??
      ((venue, listener) => openDepthFeed(venue as VenueName, { listener, ...feedOptionsOf(options, venue) })),
  }
  return startRecording<RecordedMode, DepthState>(options, {
    name: 'books',
    registry: depthRegistry,
    queues: () => budget.queues(),
    createPartitions: (nowMs) => depth.createPartitions(nowMs),
    async loadSettings(followed) {
      const chosen = await modes.load()
      const recorded = new Map<string, RecordedMode>()
      for (const symbol of followed) {
        const mode = chosen.get(symbol) ?? DEFAULT_DEPTH_MODE
        if (mode !== 'off') recorded.set(symbol, mode)
      }
      return recorded
    },
    createVenueRecorder: (venue) => createVenueRecorder(venue, recorderOptions),
    createDemoRecorder: (demo) => new DemoRecorder({ ...recorderOptions, ...demo }),
  })
}
