import type { QueueState } from '../metrics/index.ts'

/**
 * Changes of a tape, published by the store after the commit. One topic per symbol: `tape:<SYMBOL>`. `frame` is encoded
 * once and relayed unchanged.
 */
export type TapeEvent =
  | {
      readonly kind: 'trades'
      readonly symbol: string
      readonly firstSeq: number
      readonly lastSeq: number
      readonly watermark: number
      /** ts of the newest trade: decides when a delayed relay may pass it on. */
      readonly newestTs: number
      readonly frame: Uint8Array
    }
  | {
      readonly kind: 'revision'
      readonly symbol: string
      readonly seq: number
      /** Whole minutes [from, to), ms. */
      readonly from: number
      readonly to: number
      readonly reason: string
      readonly newestTs: number
    }
  /** `lastSeq`: the last committed entry, which shows readers that they missed one. */
  | { readonly kind: 'clock'; readonly symbol: string; readonly watermark: number; readonly lastSeq: number }
  /** The log cannot be followed any further: new instrument version, restored tape or lost notifications. */
  | { readonly kind: 'resync'; readonly symbol: string; readonly reason: string }
  /** Published by feeds. */
  | { readonly kind: 'status'; readonly symbol: string; readonly state: FeedState; readonly lagMs: number }

export type FeedState = 'live' | 'delayed' | 'stale' | 'repairing'

/** Of a recorded book; `off`: not recorded; `shed`: paused because the node is overloaded. */
export type DepthState = 'syncing' | 'proven' | 'connection' | 'sampled' | 'lost' | 'shed' | 'off'

/** Changes of a recorded book. One topic per symbol: `depth:<SYMBOL>`. */
export type DepthEvent =
  /** An encoded `DepthFrame`, published by the store after the commit; relayed unchanged. */
  | {
      readonly kind: 'depth'
      readonly symbol: string
      readonly seq: number
      /** Decides when a delayed relay may pass it on. */
      readonly until: number
      readonly frame: Uint8Array
    }
  /** Published by recorders, and repeated while they run. */
  | { readonly kind: 'depthStatus'; readonly symbol: string; readonly state: DepthState; readonly reason: string }
  /** Frames may be missing: follow the log in the database. */
  | { readonly kind: 'depthResync'; readonly symbol: string; readonly reason: string }

/** Of recorded derivatives data; `lost`: the connection is being restored. */
export type DerivativesState = 'recording' | 'lost' | 'off'

/** Liquidations and statistics of a perpetual. One topic per symbol: `derivatives:<SYMBOL>`. */
export type DerivativesEvent =
  /** Published by the store after the commit. */
  | {
      readonly kind: 'liquidations'
      readonly symbol: string
      /** Seq of the first row; the others follow without gaps. */
      readonly firstSeq: number
      /** Everything received before it is stored, ms. */
      readonly until: number
      /** Time, closed position, price in ticks, quantity in lots. */
      readonly rows: readonly (readonly [ts: number, position: 'long' | 'short', price: number, lots: number])[]
    }
  /** The newest values, decimal texts; published by recorders at most once a second. */
  | {
      readonly kind: 'marketStat'
      readonly symbol: string
      readonly ts: number
      readonly openInterest: string | null
      readonly fundingRate: string | null
      readonly nextFundingMs: number | null
      readonly markPrice: string | null
      readonly indexPrice: string | null
    }
  /** Published by recorders, and repeated while they run. */
  | { readonly kind: 'derivativesStatus'; readonly symbol: string; readonly state: DerivativesState }
  /** Messages may be missing: read the tables. */
  | { readonly kind: 'derivativesResync'; readonly symbol: string; readonly reason: string }

const TAPE_EVENT_KINDS: Readonly<Record<TapeEvent['kind'], true>> = {
  trades: true,
  revision: true,
  clock: true,
  resync: true,
  status: true,
}
const DEPTH_EVENT_KINDS: Readonly<Record<DepthEvent['kind'], true>> = {
  depth: true,
  depthStatus: true,
  depthResync: true,
}
const DERIVATIVES_EVENT_KINDS: Readonly<Record<DerivativesEvent['kind'], true>> = {
  liquidations: true,
  marketStat: true,
  derivativesStatus: true,
  derivativesResync: true,
}

/** Topic of all events of one symbol. */
export const tapeTopic = (symbol: string): string => `tape:${symbol}`
/** Topic of all events of one book. */
export const depthTopic = (symbol: string): string => `depth:${symbol}`

/** Topic of the liquidations and statistics of one perpetual. */
export const derivativesTopic = (symbol: string): string => `derivatives:${symbol}`

/** Topics whose subscribers can follow a log in the database instead, with the kinds of their events. */
const LOG_TOPICS = [
  {
    prefix: 'tape:',
    kinds: TAPE_EVENT_KINDS,
    resync: (symbol: string, reason: string): TapeEvent => ({ kind: 'resync', symbol, reason }),
  },
  {
    prefix: 'depth:',
    kinds: DEPTH_EVENT_KINDS,
    resync: (symbol: string, reason: string): DepthEvent => ({ kind: 'depthResync', symbol, reason }),
  },
  {
    prefix: 'derivatives:',
    kinds: DERIVATIVES_EVENT_KINDS,
    resync: (symbol: string, reason: string): DerivativesEvent => ({ kind: 'derivativesResync', symbol, reason }),
  },
] as const

/** Whether this version knows the kind of a message of the topic: nodes of a newer one may send others. */
export const isKnownEvent = (topic: string, message: unknown): boolean => {
  const log = LOG_TOPICS.find(({ prefix }) => topic.startsWith(prefix))
  return log === undefined || Object.hasOwn(log.kinds, String((message as { readonly kind?: unknown } | null)?.kind))
}

/** The event that tells the subscribers of a topic to follow the log in the database; null: the topic has none. */
export function resyncOf(topic: string, reason: string): TapeEvent | DepthEvent | DerivativesEvent | null {
  const log = LOG_TOPICS.find(({ prefix }) => topic.startsWith(prefix))
  return log === undefined ? null : log.resync(topic.slice(log.prefix.length), reason)
}
/** Topic of stored rows of the scanner (payload: interval and rows). */
export const SCANNER_TOPIC = 'scanner'
/** Topic of lessons that start (payload: id, account, node). */
export const LESSONS_TOPIC = 'lessons'
/** Topic of one lesson. */
export const lessonTopic = (id: string): string => `lesson:${id}`
/** Topic of new or changed instruments (payload: symbol). */
export const INSTRUMENTS_TOPIC = 'instruments'

export interface Bus {
  /** Whether other nodes may be connected. False for the bus of a single process. */
  readonly isShared: boolean
  /** False while other nodes cannot be reached. */
  readonly isConnected: boolean
  /** Bytes sent to other nodes that are not confirmed yet; absent for the bus of a single process. */
  queue?(): QueueState
  /** Messages of other nodes that this version cannot read; absent for the bus of a single process. */
  readonly unreadableCount?: number
  /** Delivers the message to every node. */
  publish(topic: string, message: unknown): void
  /** Delivers the message to the subscribers of this process only. */
  deliver(topic: string, message: unknown): void
  /** Tells the subscribers of every market in this process to follow the log in the database. */
  resync(reason: string): void
  /** Returns the unsubscribe function. Exceptions of subscribers do not reach the publisher. */
  subscribe<Message>(topic: string, listener: (message: Message) => void): () => void
  /** Disconnects from other nodes. */
  close(): Promise<void>
}

/** In-process bus: delivery is synchronous, in order of publication. */
export function createBus(onError: (error: unknown, topic: string) => void): Bus {
  const topics = new Map<string, Set<(message: never) => void>>()
  const deliver = (topic: string, message: unknown): void => {
    const listeners = topics.get(topic)
    if (listeners === undefined) return
    for (const listener of [...listeners]) {
      try {
        listener(message as never)
      } catch (error) {
        onError(error, topic)
      }
    }
  }
  return {
    isShared: false,
    isConnected: true,
    publish: deliver,
    deliver,
    resync(reason) {
      for (const topic of [...topics.keys()]) {
        const event = resyncOf(topic, reason)
        if (event !== null) deliver(topic, event)
      }
    },
    subscribe(topic, listener) {
      let listeners = topics.get(topic)
      if (listeners === undefined) {
        listeners = new Set()
        topics.set(topic, listeners)
      }
      const entry = listener as (message: never) => void
      listeners.add(entry)
      return () => {
        listeners.delete(entry)
        if (listeners.size === 0 && topics.get(topic) === listeners) topics.delete(topic)
      }
    },
    close: async () => {},
  }
}
