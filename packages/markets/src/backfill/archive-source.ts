import type { VenueName } from '../live/types.ts'

/** A file of one UTC day, as a venue publishes it. */
export interface DayFile {
  readonly url: string
  /** The file's own name, without folders. */
  readonly name: string
  /** Where its SHA-256 is published; null for venues that publish none. */
  readonly checksumUrl: string | null
}

/** Public trade files of one section of a venue, one file per market and UTC day. */
export interface ArchiveSource {
  /** 'binance-spot', ...: names the source in messages and tests. */
  readonly name: string
  readonly venue: VenueName
  readonly kind: 'spot' | 'perpetual'
  /** Scheme and host of the public address; a mirror takes its place. */
  readonly origin: string
  /** Path of a day's file below the origin. `day` is YYYY-MM-DD. */
  readonly path: (marketId: string, day: string) => string
  /** Beside the file lies one with its SHA-256. */
  readonly hasChecksum: boolean
  /**
   * 'venue': a trade has the id here that it has in the live stream, so the two join by id.
   * 'rows': the file numbers its own rows; it may only fill time that nothing else speaks for.
   */
  readonly ids: 'venue' | 'rows'
}

/** The sources we read, with their evidence in docs/exchanges/backfill.md. */
export const ARCHIVE_SOURCES: readonly ArchiveSource[] = [
  {
    name: 'binance-spot',
    venue: 'BINANCE',
    kind: 'spot',
    origin: 'https://data.binance.vision',
    hasChecksum: true,
    ids: 'venue',
    path: (id, day) => `/data/spot/daily/aggTrades/${id}/${id}-aggTrades-${day}.zip`,
  },
  {
    name: 'binance-usdm',
    venue: 'BINANCE',
    kind: 'perpetual',
    origin: 'https://data.binance.vision',
    hasChecksum: true,
    ids: 'venue',
    path: (id, day) => `/data/futures/um/daily/aggTrades/${id}/${id}-aggTrades-${day}.zip`,
  },
  {
    name: 'bybit-derivatives',
    venue: 'BYBIT',
    kind: 'perpetual',
    origin: 'https://public.bybit.com',
    hasChecksum: false,
    ids: 'venue',
    path: (id, day) => `/trading/${id}/${id}${day}.csv.gz`,
  },
  {
    name: 'bybit-spot',
    venue: 'BYBIT',
    kind: 'spot',
    origin: 'https://public.bybit.com',
    hasChecksum: false,
    ids: 'rows',
    path: (id, day) => `/spot/${id}/${id}_${day}.csv.gz`,
  },
]

/** The source of a market's day files, or null where the venue publishes none that we read. */
export function archiveSourceOf(market: { readonly venue: VenueName; readonly kind: string }): ArchiveSource | null {
  return ARCHIVE_SOURCES.find((source) => source.venue === market.venue && source.kind === market.kind) ?? null
}

/**
 * The file of one day.
 *
 * Input   marketId as the venue writes it (BTCUSDT); dayTs: any moment of the UTC day, ms; mirrors: origins by venue that
 *         take the place of the public ones, without a trailing slash.
 */
export function dayFileOf(
  source: ArchiveSource,
  marketId: string,
  dayTs: number,
  mirrors: Readonly<Record<VenueName, string | undefined>> = {},
): DayFile {
  const path = source.path(encodeURIComponent(marketId), new Date(dayTs).toISOString().slice(0, 10))
  const url = `${mirrors[source.venue] ?? source.origin}${path}`
  return {
    url,
    name: path.slice(path.lastIndexOf('/') + 1),
    checksumUrl: source.hasChecksum ? `${url}.CHECKSUM` : null,
  }
}
