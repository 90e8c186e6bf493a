import { Agent } from 'node:http'
import type { SectionAdapter, VenueAdapter } from './adapter.ts'
import type { CcxtExchange } from './ccxt.ts'
import { Feed } from './feed.ts'
import { genericAdapter } from './generic.ts'
import type { FeedOptions, RestOptions, VenueUrls } from './options.ts'
import { Rest } from './rest.ts'
import type { VenueFeed, VenueName, VenueRest } from './types.ts'
import { adapterOf } from './venues.ts'

/**
 * Opens the live stream of a venue; it connects at the first `follow`. Loads ccxt (0.8 s, 60 MB).
 *
 * A venue without a dedicated adapter is read through ccxt's unified trades, by its class name
 * (docs/exchanges/adding.md). Throws RangeError if ccxt has no such exchange.
 */
export async function openVenueFeed(venue: VenueName, options: FeedOptions): Promise<VenueFeed> {
  const { clock, log, urls } = options
  const { sections } = await venueAdapter(venue, urls)
  const classes = await loadCcxt()
  const createExchange = (section: SectionAdapter) => exchangeOf(classes, section, urls)
  const rest = new Rest({
    venue,
    sections,
    createExchange: async (section) => createExchange(section),
    options: { clock, log, urls, attempts: 2 },
  })
  return new Feed({ venue, sections, rest, options, createExchange })
}

/** Opens the REST history of a venue. The first `listings` call loads ccxt. */
export async function openVenueRest(venue: VenueName, options: RestOptions = {}): Promise<VenueRest> {
  const { sections } = await venueAdapter(venue, options.urls)
  return new Rest({
    venue,
    sections,
    options,
    createExchange: async (section) => exchangeOf(await loadCcxt(), section, options.urls),
  })
}

async function venueAdapter(venue: VenueName, urls: VenueUrls | undefined): Promise<VenueAdapter> {
  const own = adapterOf(venue)
  if (own !== null) return own
  const classes = await loadCcxt()
  const adapter: VenueAdapter = genericAdapter(venue, () => exchangeOf(classes, adapter.sections[0], urls))
  if (classes[adapter.sections[0].traits.ccxtId] === undefined)
    throw new RangeError(`Condition failed: ccxt has an exchange ${venue}`)
  return adapter
}

type CcxtClasses = Readonly<Record<string, (new (config: Record<string, unknown>) => CcxtExchange) | undefined>>

async function loadCcxt(): Promise<CcxtClasses> {
  const { default: ccxt } = await import('ccxt')
  return ccxt.pro as unknown as CcxtClasses
}

function exchangeOf(classes: CcxtClasses, section: SectionAdapter, urls: VenueUrls | undefined): CcxtExchange {
  const { ccxtId, ccxtOptions } = section.traits
  const Exchange = classes[ccxtId]
  if (Exchange === undefined) throw new RangeError(`Condition failed: ccxt has an exchange ${ccxtId}`)
  const exchange = new Exchange({ options: { ...ccxtOptions }, enableRateLimit: true })
  // ccxt requires an agent for plain ws:// addresses, which only mirrors and fakes use.
  exchange.httpAgent = new Agent()
  const own = urls?.[section.traits.section]
  if (own !== undefined) section.useUrls(exchange, own)
  return exchange
}
