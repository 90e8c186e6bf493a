import {
  BIG_TRADES_MIME,
  BOOK_MIME,
  DEPTH_MIME,
  DEPTH_PARTS_MIME,
  FOOTPRINT_MIME,
  LIQUIDATIONS_MIME,
  MARKET_STATS_MIME,
  TRADES_MIME,
  marketCalls,
} from '@flowprint/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { addCalls, limitedTo } from '../../../platform/http/index.ts'
import type { Fault } from '../../../platform/http/index.ts'
import { cutOf, loadInstrument } from '../../load-instrument.ts'
import { findOwnAlert } from '../find-replay-target.ts'
import { presentMenus } from '../present/present-menus.ts'
import { sendRead } from '../reads/send-read.ts'
import { accepts } from '../rules/query.ts'
import { liquidationFaults } from '../rules/derivatives-query.ts'
import { priceFaults } from '../rules/depth-query.ts'
import { bigTradeSize, effectiveSettings, valueAreaShare } from '../rules/effective-settings.ts'
import type { MarketOptions } from './stream.ts'

/** The forms of /depth by media type. */
const DEPTH_FORMS = { 'application/json': 'json', [DEPTH_MIME]: 'packed', [DEPTH_PARTS_MIME]: 'parts' } as const

/** Registers the calls of market data. Except /menus, answers are produced, encoded and streamed by `sendRead`. */
export function addMarketData(
  app: FastifyInstance,
  { store, clock, reads, rateLimitFactor, freeDelayMs, findAlertTime }: MarketOptions,
): void {
  /** The caller's view of the market: up to now, to the delay of their membership, or to the moment of a replay. */
  const viewOf = ({ access: { delayMs }, headers }: FastifyRequest, { as_of: asOf }: { readonly as_of?: number }) => {
    const nowMs = clock.now()
    const delayed = cutOf(delayMs, nowMs)
    const cache = { ifNoneMatch: headers['if-none-match'], publicBefore: nowMs - freeDelayMs }
    if (asOf === undefined) return { cut: delayed, nowMs, cache }
    return { cut: Math.min(delayed ?? Infinity, asOf), nowMs, replay: { isDelayed: delayed !== undefined }, cache }
  }
  addCalls(app, marketCalls, {
    menus: async ({ request }) => presentMenus(await store.listInstruments(cutOf(request.access.delayMs, clock.now()))),
    footprint: {
      config: limitedTo('footprint', rateLimitFactor),
      refine: (query) => [...windowFaults(query), ...effectiveSettings(query).faults],
      handle: ({ query, request, reply }) => {
        const { settings, asked } = effectiveSettings(query)
        const json = accepts(request.headers.accept, FOOTPRINT_MIME, 'application/json') === 'application/json'
        const { delayMs } = request.access
        return sendRead(request, reply, reads, {
          kind: 'footprint',
          query,
          settings,
          asked,
          json,
          delayMs,
          ...viewOf(request, query),
        })
      },
    },
    profile: {
      config: limitedTo('profile', rateLimitFactor),
      refine: (query) => [...windowFaults(query), ...valueAreaShare(query.value_area).faults],
      handle: ({ query, request, reply }) =>
        sendRead(request, reply, reads, {
          kind: 'profile',
          query,
          share: valueAreaShare(query.value_area).share,
          ...viewOf(request, query),
        }),
    },
    trades: {
      config: limitedTo('trades', rateLimitFactor),
      refine: windowFaults,
      handle: ({ query, request, reply }) => {
        const type = accepts(request.headers.accept, 'application/json', 'text/csv', TRADES_MIME)
        return sendRead(request, reply, reads, { kind: 'trades', query, type, ...viewOf(request, query) })
      },
    },
    bigTrades: {
      config: limitedTo('bigTrades', rateLimitFactor),
      refine: (query) => [...windowFaults(query), ...bigTradeSize(query.size).faults],
      handle: ({ query, request, reply }) => {
        const json = accepts(request.headers.accept, 'application/json', BIG_TRADES_MIME) === 'application/json'
        const { size } = bigTradeSize(query.size)
        return sendRead(request, reply, reads, { kind: 'bigTrades', query, size, json, ...viewOf(request, query) })
      },
    },
    book: {
      config: limitedTo('book', rateLimitFactor),
      refine: priceFaults,
      handle: ({ query, request, reply }) => {
        const json = accepts(request.headers.accept, 'application/json', BOOK_MIME) === 'application/json'
        return sendRead(request, reply, reads, { kind: 'book', query, json, ...viewOf(request, query) })
      },
    },
    depth: {
      config: limitedTo('depth', rateLimitFactor),
      refine: (query) => [...windowFaults(query), ...priceFaults(query)],
      handle: ({ query, request, reply }) => {
        const type = accepts(request.headers.accept, 'application/json', DEPTH_MIME, DEPTH_PARTS_MIME)
        return sendRead(request, reply, reads, {
          kind: 'depth',
          query,
          form: DEPTH_FORMS[type],
          ...viewOf(request, query),
        })
      },
    },
    liquidations: {
      config: limitedTo('liquidations', rateLimitFactor),
      refine: (query) => [...windowFaults(query), ...liquidationFaults(query)],
      handle: ({ query, request, reply }) => {
        const wanted = accepts(request.headers.accept, 'application/json', LIQUIDATIONS_MIME)
        const json = wanted === 'application/json' || query.interval !== undefined
        return sendRead(request, reply, reads, { kind: 'liquidations', query, json, ...viewOf(request, query) })
      },
    },
    openInterest: {
      config: limitedTo('marketStats', rateLimitFactor),
      refine: windowFaults,
      handle: ({ query, request, reply }) => {
        const json = accepts(request.headers.accept, 'application/json', MARKET_STATS_MIME) === 'application/json'
        return sendRead(request, reply, reads, { kind: 'openInterest', query, json, ...viewOf(request, query) })
      },
    },
    funding: {
      config: limitedTo('marketStats', rateLimitFactor),
      refine: windowFaults,
      handle: ({ query, request, reply }) => {
        const json = accepts(request.headers.accept, 'application/json', MARKET_STATS_MIME) === 'application/json'
        return sendRead(request, reply, reads, { kind: 'funding', query, json, ...viewOf(request, query) })
      },
    },
    coverage: ({ query, request, reply }) =>
      sendRead(request, reply, reads, { kind: 'coverage', query, ...viewOf(request, query) }),
    replayTarget: {
      config: limitedTo('replayTarget', rateLimitFactor),
      refine: (query) => effectiveSettings(query).faults,
      handle: async (call) => {
        const { query, request, reply } = call
        const view = viewOf(request, {})
        if (query.kind === 'alert') {
          const { symbol } = await loadInstrument(store, query.symbol)
          return findOwnAlert(findAlertTime, { ...query, symbol }, { ...view, accountId: call.user.accountId })
        }
        const { settings } = effectiveSettings(query)
        return sendRead(request, reply, reads, { kind: 'replayTarget', query, settings, ...view })
      },
    },
    export: {
      config: limitedTo('export', rateLimitFactor),
      refine: (query) => [...windowFaults(query), ...cycleFaults(query)],
      handle: ({ query, request, reply }) =>
        sendRead(request, reply, reads, { kind: 'export', query, ...viewOf(request, query) }),
    },
  })
}

interface Window {
  readonly from?: number | undefined
  readonly to?: number | undefined
}

const windowFaults = ({ from, to }: Window): Fault[] =>
  from !== undefined && to !== undefined && to <= from ? [{ field: 'to', error: 'BAD_WINDOW', params: {} }] : []

const cycleFaults = ({ what, cycle }: { readonly what?: string; readonly cycle?: string | undefined }): Fault[] =>
  what === 'bars' && cycle === undefined ? [{ field: 'cycle', error: 'REQUIRED', params: {} }] : []
