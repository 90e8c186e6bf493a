import type { FastifyRateLimitOptions, FastifyRateLimitStore, FastifyRateLimitStoreCtor } from '@fastify/rate-limit'
import type { NodeExchange } from '../exchange/index.ts'

/** Window of every rate limit. */
export const RATE_WINDOW_MS = 60_000
/** Max remembered keys of this node, and of each other node; above it the least recently counted ones are dropped. */
const MAX_KEYS = 20_000
/** Max keys of one message, about 60 bytes each. */
const MAX_SENT = 5_000

/** What a node has counted in its current window: all of it, or the keys that changed. Repeating it changes nothing. */
interface Counts {
  readonly window: number
  readonly counts: Readonly<Record<string, number>>
}

/**
 * Requests by key in the current minute, of all nodes together. Windows begin with the minute, so that all nodes count
 * in the same one and name the same time until it ends. Each node sends its own counts in every interval of the
 * exchange; a limit is exceeded at most by what other nodes admitted since their last message. A silent node is not
 * counted, so without NATS each node counts alone.
 */
export class SharedRates {
  readonly #now: () => number
  #window = -1
  readonly #own = new Map<string, number>()
  #changed = new Set<string>()
  readonly #others = new Map<string, { readonly window: number; readonly counts: Map<string, number> }>()

  constructor(exchange: NodeExchange, now: () => number = Date.now) {
    this.#now = now
    exchange.join<Counts>('rates', {
      collect: (isFull) => this.#collect(isFull),
      receive: (node, message) => this.#receive(node, message),
      onLost: (node) => this.#others.delete(node),
    })
  }

  /** Counts a request. Returns the count of all nodes and the time until it starts again at zero. */
  add(key: string): { readonly current: number; readonly ttl: number } {
    const now = this.#now()
    this.#startWindow(now)
    const own = (this.#own.get(key) ?? 0) + 1
    setNewest(this.#own, key, own)
    this.#changed.add(key)
    let current = own
    for (const { counts } of this.#others.values()) current += counts.get(key) ?? 0
    return { current, ttl: RATE_WINDOW_MS - (now % RATE_WINDOW_MS) }
  }

  #startWindow(now: number): void {
    const window = Math.floor(now / RATE_WINDOW_MS)
    if (window === this.#window) return
    this.#window = window
    this.#own.clear()
    this.#changed.clear()
  }

  #collect(isFull: boolean): Counts {
    this.#startWindow(this.#now())
    const keys = isFull ? [...this.#own.keys()] : [...this.#changed]
    // Above the limit, the highest counts matter most.
    const countOf = (key: string): number => this.#own.get(key) ?? 0
    if (keys.length > MAX_SENT) keys.sort((a, b) => countOf(b) - countOf(a))
    this.#changed = new Set()
    return {
      window: this.#window,
      counts: Object.fromEntries(keys.slice(0, MAX_SENT).map((key) => [key, countOf(key)])),
    }
  }

  /** The clocks of nodes differ: what counts is each node's current window. */
  #receive(node: string, { window, counts }: Counts): void {
    let known = this.#others.get(node)
    if (known?.window !== window) this.#others.set(node, (known = { window, counts: new Map() }))
    for (const [key, count] of Object.entries(counts)) setNewest(known.counts, key, count)
  }
}

/** Sets the value and moves the key to the end; drops the first keys above the limit. */
function setNewest(map: Map<string, number>, key: string, value: number): void {
  map.delete(key)
  map.set(key, value)
  if (map.size <= MAX_KEYS) return
  for (const oldest of map.keys()) {
    map.delete(oldest)
    return
  }
}

/** What the plugin passes to `child`; its declared type differs. */
interface ChildOptions {
  readonly routeInfo: { readonly method: string | readonly string[]; readonly url: string }
}

/** The store class that @fastify/rate-limit creates: once for all routes, and a child for each with its own limit. */
export function createSharedStore(exchange: NodeExchange): FastifyRateLimitStoreCtor {
  const rates = new SharedRates(exchange)
  class SharedStore implements FastifyRateLimitStore {
    readonly #name: string

    constructor(_options: FastifyRateLimitOptions, name = '') {
      this.#name = name
    }

    incr(key: string, callback: Parameters<FastifyRateLimitStore['incr']>[1]): void {
      callback(null, rates.add(`${this.#name} ${key}`))
    }

    /** A route with its own limit is counted apart. */
    child(options: object): SharedStore {
      const { method, url } = (options as ChildOptions).routeInfo
      return new SharedStore(options, `${String(method)} ${url}`)
    }
  }
  return SharedStore
}
