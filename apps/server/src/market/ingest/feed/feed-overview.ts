import type { FeedHealth } from '@flowprint/venues'
import { MINUTE_MS } from '@flowprint/orderflow'
import type { NodeExchange } from '../../../platform/exchange/index.ts'
import type { FeedRegistry, MarketReport, MarketState, VenueReport } from './feed-registry.ts'

interface Reports {
  readonly markets: readonly MarketReport[]
  readonly venues: readonly VenueReport[]
}

/** The last reports of a node, and when it was found to be silent. */
interface NodeReports extends Reports {
  readonly at: number
  readonly silentAt: number | null
}

/** The markets of a silent node are shown as stale for this long, unless another node reports them. */
const SILENT_KEPT_MS = 5 * MINUTE_MS

/**
 * Reports on one market by several nodes: the one that follows it, over one that cannot, over those that wait for its
 * lease; then the newest.
 */
const RANK: Readonly<Record<MarketState, number>> = { waiting: 0, refused: 1, stale: 2, repairing: 2, live: 2 }

/**
 * Status of the feeds of all nodes. Nodes with feeds send their reports in every interval; markets of a node that fell
 * silent are stale until another node reports them.
 */
export class FeedOverview {
  readonly #registry: FeedRegistry
  readonly #now: () => number
  readonly #nodes = new Map<string, NodeReports>()

  constructor(registry: FeedRegistry, exchange: NodeExchange, now: () => number = () => performance.now()) {
    this.#registry = registry
    this.#now = now
    exchange.join<Reports>('feeds', {
      collect: () => (registry.hasFeeds ? { markets: registry.markets(), venues: registry.venues() } : undefined),
      receive: (node, reports) => this.#nodes.set(node, { ...reports, at: now(), silentAt: null }),
      onLost: (node, reason) => this.#lose(node, reason),
    })
  }

  /** One report for each market, ascending by symbol. */
  markets(): MarketReport[] {
    const reports = this.#reports().flatMap((node) => node.markets.map((report) => ({ ...node, report })))
    const best = Object.values(Object.groupBy(reports, ({ report }) => report.symbol)).map((list) =>
      (list ?? []).reduce((a, b) => (isBetter(b, a) ? b : a)),
    )
    return best
      .map(({ report, silentAt }) => (silentAt === null ? report : silentReport(report, this.#now() - silentAt)))
      .sort((a, b) => (a.symbol < b.symbol ? -1 : 1))
  }

  /** One report for each exchange: the sum over the nodes that are connected to it. */
  venues(): VenueReport[] {
    const reports = this.#reports().flatMap(({ silentAt, venues }) => (silentAt === null ? venues : []))
    const symbols = this.markets()
    return Object.values(Object.groupBy(reports, ({ venue }) => venue)).map((list = []) => ({
      venue: list[0].venue,
      symbols: symbols.filter(({ venue }) => venue === list[0].venue).length,
      health: list.flatMap(({ health }) => (health === null ? [] : [health])).reduce(joinHealth, null),
      note: list.find(({ note }) => note !== null)?.note ?? null,
    }))
  }

  #reports(): NodeReports[] {
    const now = this.#now()
    for (const [node, { silentAt }] of this.#nodes)
      if (silentAt !== null && now - silentAt > SILENT_KEPT_MS) this.#nodes.delete(node)
    const own = { markets: this.#registry.markets(), venues: this.#registry.venues(), at: now, silentAt: null }
    return [own, ...this.#nodes.values()]
  }

  #lose(node: string, reason: 'left' | 'silent'): void {
    const known = this.#nodes.get(node)
    if (known === undefined) return
    if (reason === 'left') this.#nodes.delete(node)
    else this.#nodes.set(node, { ...known, silentAt: this.#now() })
  }
}

interface Candidate extends NodeReports {
  readonly report: MarketReport
}

function isBetter(a: Candidate, b: Candidate): boolean {
  if ((a.silentAt === null) !== (b.silentAt === null)) return a.silentAt === null
  const difference = RANK[a.report.state] - RANK[b.report.state]
  return difference === 0 ? a.at > b.at : difference > 0
}

const silentReport = (report: MarketReport, silentMs: number): MarketReport => ({
  ...report,
  state: report.state === 'refused' ? 'refused' : 'stale',
  note: `its node has been silent for ${Math.round(silentMs / 1000)} s`,
})

/** Counters add up; times are those of the worse connection. */
function joinHealth(sum: FeedHealth | null, health: FeedHealth): FeedHealth {
  if (sum === null) return health
  const faults = [sum.lastFault, health.lastFault].filter((fault) => fault !== null)
  return {
    ...health,
    connections: sum.connections + health.connections,
    symbols: sum.symbols + health.symbols,
    silentMs: highest(sum.silentMs, health.silentMs),
    reconnects: sum.reconnects + health.reconnects,
    messages: sum.messages + health.messages,
    trades: sum.trades + health.trades,
    faults: sum.faults + health.faults,
    excluded: sum.excluded + health.excluded,
    clockSkewMs: highest(sum.clockSkewMs, health.clockSkewMs, Math.abs),
    lastFault: faults.sort((a, b) => b.atMs - a.atMs)[0] ?? null,
  }
}

/** null: neither is known. */
function highest(a: number | null, b: number | null, of = (value: number): number => value): number | null {
  if (a === null || b === null) return a ?? b
  return of(a) >= of(b) ? a : b
}
