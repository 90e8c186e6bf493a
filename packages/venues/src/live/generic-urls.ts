import type { CcxtExchange } from './ccxt-types.ts'
import type { SectionUrls } from './options.ts'

/** Moves every address of an exchange to another origin; paths are unchanged, in every table of ccxt. */
export function moveAddresses(exchange: CcxtExchange, urls: SectionUrls): void {
  moveIn(exchange.urls.api, urls)
}

function moveIn(table: Record<string, unknown>, urls: SectionUrls): void {
  for (const [key, value] of Object.entries(table)) {
    if (typeof value === 'object' && value !== null) moveIn(value as Record<string, unknown>, urls)
    if (typeof value !== 'string') continue
    const origin = /^wss?:/.test(value) ? urls.ws : urls.rest
    if (origin !== undefined) table[key] = value.replace(/^\w+:\/\/[^/]+/, origin)
  }
}
