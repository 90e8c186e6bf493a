import type { RestOptions, VenueRest } from '@flowprint/venues'
import type { Registry } from 'prom-client'
import { stream } from '@flowprint/contract'
import type { FastifyInstance } from 'fastify'
import type { Clock } from '../../../platform/clock/index.ts'
import type { NodeExchange } from '../../../platform/exchange/index.ts'
import type { Drain } from '../../../platform/shutdown/index.ts'
import type { FeedOverview, FeedRegistry, MarketChanges } from '../../ingest/index.ts'
import { AppError, overloaded, addCall, defaultLanguageOf, limitedTo } from '../../../platform/http/index.ts'
import type { AccessOf } from '../../../platform/http/index.ts'
import type { Keys } from '../../../platform/keys/index.ts'
import type { Log } from '../../../platform/log/index.ts'
import { addGauge, addTotal } from '../../../platform/metrics/index.ts'
import type { Queues } from '../../../platform/metrics/index.ts'
import { StreamServer } from '../../stream/index.ts'
import type { AlertSource, ScannerSource, DepthHub, DerivativesHub, LessonHub, MarketHub } from '../../stream/index.ts'
import type { FindAlertTime } from '../find-replay-target.ts'
import type { MarketReads } from '../reads/market-reads.ts'
import type { TapeStore } from '../../store/index.ts'

/** Dependencies of the market calls. */
export interface MarketOptions {
  readonly store: TapeStore
  readonly hub: MarketHub
  readonly depthHub: DepthHub
  readonly derivativesHub: DerivativesHub
  readonly clock: Clock
  readonly keys: Keys
  readonly log: Log
  readonly accessOf: AccessOf
  readonly metrics: Registry
  readonly queues: Queues
  readonly reads: MarketReads
  readonly rateLimitFactor: number
  /** Connections per user are counted on all nodes. */
  readonly exchange: NodeExchange
  /** Delay of accounts without a membership, ms. */
  readonly freeDelayMs: number
  readonly changes: MarketChanges
  /** Status of this process's feeds. */
  readonly feedRegistry: FeedRegistry
  /** Status of the feeds of all nodes. */
  readonly feedOverview: FeedOverview
  /** MARKETS; null = the built-in list. */
  readonly configured: readonly string[] | null
  readonly openRest: (venue: string, options: RestOptions) => Promise<VenueRest>
  readonly venueUrls: Readonly<Record<string, RestOptions['urls']>>
  /** Source of alert events for open pages; null: none. */
  readonly alerts: AlertSource | null
  /** Finds when the alerts of an account fired. */
  readonly findAlertTime: FindAlertTime
  /** Source of the rows of the scanner; null: none. */
  readonly scanner: ScannerSource | null
  readonly lessons: LessonHub
  /** ms between two ticks of the stream; default one second. */
  readonly streamTickMs?: number | undefined
  /** An open stream applies a changed permission within this time. */
  readonly recheckMs: number
  readonly drain: Drain
}

/** When a stream may be tried again that found no room. */
const RETRY_SECONDS = 30

/** GET /api/stream: the WebSocket of CONTRACT section 1. */
export function addStream(app: FastifyInstance, options: MarketOptions): void {
  const {
    hub,
    depthHub,
    derivativesHub,
    clock,
    drain,
    accessOf,
    metrics,
    queues,
    rateLimitFactor,
    exchange,
    alerts,
    scanner,
    lessons,
    recheckMs,
  } = options
  const server = new StreamServer({
    hub,
    depthHub,
    derivativesHub,
    clock,
    drain,
    accessOf,
    factor: rateLimitFactor,
    exchange,
    alerts,
    scanner,
    lessons,
    tickMs: options.streamTickMs,
    recheckMs,
  })
  let open = 0
  addGauge(metrics, { name: 'stream_connections', help: 'Open WebSocket connections' }, () => [[{}, open]])
  addTotal(metrics, { name: 'stream_slow_total', help: 'Clients disconnected because they read too slowly' }, () => [
    [{}, server.slowCount],
  ])
  addGauge(metrics, { name: 'lessons_led', help: 'Lessons that connections of this node lead' }, () => [
    [{}, lessons.ledCount],
  ])
  addGauge(metrics, { name: 'lesson_followers', help: 'Connections that follow a lesson' }, () => [
    [{}, lessons.followerCount],
  ])
  const removeQueues = queues.add(() => [...server.queues(), ...lessons.queues()])
  app.addHook('preClose', async () => {
    server.close()
    removeQueues()
  })
  app.register(async (scope) => {
    addCall(scope, stream, {
      config: limitedTo('stream', rateLimitFactor),
      preValidation: async ({ headers }) => {
        if (headers.upgrade === undefined || server.hasRoom()) return
        throw overloaded(RETRY_SECONDS)
      },
      handle: () => {
        throw new AppError('VALIDATION', {
          faults: [{ field: 'upgrade', error: 'BAD_BODY', params: { expected: 'websocket' } }],
        })
      },
      wsHandler: (socket, request) => {
        open += 1
        socket.once('close', () => (open -= 1))
        server.accept(socket, request.ip, defaultLanguageOf(request))
      },
    })
  })
}
