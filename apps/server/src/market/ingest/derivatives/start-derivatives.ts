import { derivativesTraitsOf, openDerivativesFeed } from '@flowprint/venues'
import type { MarketListing, VenueName } from '@flowprint/venues'
import { Semaphore } from '../../../platform/async/index.ts'
import type { DerivativesState } from '../../../platform/bus/index.ts'
import type { Env } from '../../../platform/env/index.ts'
import { venueOf } from '../feed/followed-markets.ts'
import type { RecorderRegistry } from '../recording/recorder-registry.ts'
import type { CommonRecordingOptions } from '../recording/recording-options.ts'
import { feedOptionsOf, startRecording } from '../recording/start-recording.ts'
import type { Recording } from '../recording/start-recording.ts'
import { DemoRecorder } from './demo-recorder.ts'
import type { DerivativesRecorderOptions } from './derivatives-options.ts'
import { LiquidationQueue } from './liquidation-queue.ts'
import { createVenueRecorder } from './venue-recorder.ts'
import type { VenueRecorderOptions } from './venue-recorder.ts'

export interface DerivativesRecordingOptions
  extends CommonRecordingOptions, Pick<DerivativesRecorderOptions, 'derivatives'> {
  readonly env: CommonRecordingOptions['env'] & Pick<Env, 'recordDerivatives'>
  readonly derivativesRegistry: RecorderRegistry<DerivativesState>
  /** Default: the real exchanges. */
  readonly openFeed?: VenueRecorderOptions['openFeed']
  readonly queue?: LiquidationQueue
}

/** Pause after each piece of a simulated past, as a share of its work. */
const PAST_REST_SHARE = 2
/** Books use the same pool. */
const MAX_COMMITS = 1

/**
 * Records liquidations and statistics of this node's share of the followed perpetuals, and of the simulated markets. Returns
 * immediately.
 */
export function startDerivatives(options: DerivativesRecordingOptions): Recording {
  const { env, derivatives, listings, derivativesRegistry, queue = new LiquidationQueue() } = options
  if (!env.recordDerivatives) return { stop: async () => {} }
  const recorderOptions: VenueRecorderOptions = {
    ...options,
    queue,
    commitSemaphore: new Semaphore(MAX_COMMITS),
    openFeed:
      options.openFeed ??
      ((venue, listener) => openDerivativesFeed(venue as VenueName, { listener, ...feedOptionsOf(options, venue) })),
  }
  const pastSemaphore = new Semaphore(1, PAST_REST_SHARE)
  return startRecording<MarketListing, DerivativesState>(options, {
    name: 'perpetuals',
    registry: derivativesRegistry,
    queues: () => queue.queues(),
    createPartitions: (nowMs) => derivatives.createPartitions(nowMs),
    /** The followed perpetuals of which their exchange publishes something, as last listed. */
    async loadSettings(followed) {
      const recorded = new Map<string, MarketListing>()
      for (const [venue, symbols] of Map.groupBy(followed, venueOf)) {
        for (const listing of await listings.load(venue)) {
          if (symbols.includes(listing.symbol) && derivativesTraitsOf(listing) !== null)
            recorded.set(listing.symbol, listing)
        }
      }
      return recorded
    },
    createVenueRecorder: (venue) => createVenueRecorder(venue, recorderOptions),
    createDemoRecorder: (demo) => new DemoRecorder({ ...recorderOptions, ...demo, pastSemaphore }),
  })
}
