import { Readable } from 'node:stream'
import { ErrorAnswer, ExportQuery } from '@flowprint/contract'
import { cycleMsOf, sequenceRule, stepText } from '@flowprint/orderflow'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { AppError, limitedTo, refuse } from '../../../platform/http/index.ts'
import { cutOf } from '../access-cut.ts'
import { loadInstrument } from '../load-instrument.ts'
import { exportBars } from '../present/export-bars.ts'
import { exportName } from '../present/export-name.ts'
import { exportTrades } from '../present/export-trades.ts'
import { readPrecision } from '../rules/read-precision.ts'
import { TooManyCellsError } from '../tape/index.ts'
import type { MarketOptions } from './market-options.ts'
import { readQuery } from './read-query.ts'

/** Bytes that wait for a reader before the database is asked for more. */
const WAITING = 256 * 1024

/** GET /api/export */
export function addExport(app: FastifyInstance, options: MarketOptions): void {
  app.get(
    '/api/export',
    {
      config: limitedTo('export', options.rateLimitFactor),
      schema: {
        tags: ['market'],
        summary: 'Trades or bars of a range as a CSV file, streamed',
        description: 'Trades are in the canonical layout: npm run import reads the file back to the same tape.',
        querystring: ExportQuery,
        response: {
          200: { description: 'The file', content: { 'text/csv': { schema: Type.String() } } },
          default: ErrorAnswer,
        },
      },
    },
    async (request, reply) => {
      const { name, pieces, tickSize } = await openExport(request, options)
      // Whatever is refused is refused before the first byte; what breaks later breaks the connection.
      const first = await pieces.next().catch((error: unknown) => refuseCells(error, tickSize))
      reply
        .header('cache-control', 'no-store')
        .header('content-disposition', `attachment; filename="${name}"`)
        .type('text/csv; charset=utf-8')
      return reply.send(Readable.from(inOrder(first, pieces), { objectMode: false, highWaterMark: WAITING }))
    },
  )
}

async function openExport(request: FastifyRequest, { store, clock }: MarketOptions) {
  const query = readQuery(ExportQuery, request)
  const { symbol, from, to, what, cycle } = query
  refuse([
    ...(to <= from ? [{ field: 'to', error: 'BAD_WINDOW', params: {} } as const] : []),
    ...(what === 'bars' && cycle === undefined ? [{ field: 'cycle', error: 'REQUIRED', params: {} } as const] : []),
  ])
  const instrument = await loadInstrument(store, symbol)
  const { tickSize } = instrument
  const nowMs = clock.now()
  // One cut for the whole file, however long it takes.
  const range = { from, to, cut: cutOf(request.access.delayMs, nowMs) }
  if (what === 'trades' || cycle === undefined) {
    return { name: exportName({ symbol, from, to, what: 'trades' }), pieces: exportTrades(store, instrument, range), tickSize }
  }
  const step = readPrecision(query.precision ?? tickSize, tickSize)
  const precision = stepText(step, tickSize)
  const sequence = sequenceRule(cycle, instrument.lotSize)
  const cycleMs = cycleMsOf(cycle) ?? 0
  if (cycleMs === 0 && sequence === null) refuse([{ field: 'cycle', error: 'VOLUME_RANGE', params: {} }])
  return {
    name: exportName({ symbol, from, to, what: `${cycle}-${precision}` }),
    pieces: exportBars(store, instrument, { ...range, cycle, cycleMs, sequence, step, nowMs }),
    tickSize,
  }
}

/** A single bar of more cells than an answer may hold: the rows are too low for the cycle. */
function refuseCells(error: unknown, tickSize: string): never {
  if (!(error instanceof TooManyCellsError)) throw error
  const params = { max: error.allowed, precision: stepText(error.smallestStep, tickSize) }
  throw new AppError('VALIDATION', { faults: [{ field: 'precision', error: 'TOO_MANY_CELLS_IN_BAR', params }] })
}

async function* inOrder(first: IteratorResult<string>, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  if (first.done !== true) yield first.value
  yield* rest
}
