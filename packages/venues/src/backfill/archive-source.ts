import type { VenueName } from '../live/types.ts'

/** A file of one UTC day, as a venue publishes it. */
export interface DayFile {
  readonly url: string
  /** File name without folders. */
  readonly name: string
  /** URL of its SHA-256; null for venues that publish none. */
  readonly checksumUrl: string | null
}

/** Public trade files of one section of a venue, one file per market and UTC day. */
export interface ArchiveSource {
  /** 'binance-spot', ...: identifies the source in messages and tests. */
  readonly name: string
  readonly venue: VenueName
  readonly kind: 'spot' | 'perpetual'
  /** Scheme and host of the public address; a mirror replaces it. */
  readonly origin: string
  /** Path of a day's file below the origin. `day` is YYYY-MM-DD. */
  readonly path: (marketId: string, day: string) => string
  /** The venue publishes a SHA-256 file for each file. */
  readonly hasChecksum: boolean
  /**
   * 'venue': trades have the same ids as in the live stream, so the two join by id. 'rows': the file numbers its own
   * rows; it may only fill time that no other source covers.
   */
  readonly ids: 'venue' | 'rows'
}

/** The supported sources, with their evidence in docs/exchanges/backfill.md. */
const ARCHIVE_SOURCES: readonly ArchiveSource[] = [
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

/** The source of a market's day files, or null if the venue publishes none that we support. */
export function archiveSourceOf(market: { readonly venue: VenueName; readonly kind: string }): ArchiveSource | null {
  return ARCHIVE_SOURCES.find((source) => source.venue === market.venue && source.kind === market.kind) ?? null
}

/**
 * The file of one day.
 *
 * Input   marketId as the venue writes it (BTCUSDT); dayTs: any time of the UTC day, ms; mirrors: origins by venue that
 *         replace the public ones, without a trailing slash.
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
