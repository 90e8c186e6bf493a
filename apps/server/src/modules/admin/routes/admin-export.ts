import { AdminExportQuery, ErrorAnswer, EXPORT_LISTS, EXPORT_QUERIES, readArguments } from '@flowprint/contract'
import type { ExportList } from '@flowprint/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { sendCsv } from '../../../platform/csv/index.ts'
import { bodyFaults, limitedTo, refuse } from '../../../platform/http/index.ts'
import type { AdminDeps } from '../admin-deps.ts'
import { exportList } from '../export-list.ts'
import type { ExportQuery } from '../export-list.ts'
import { recordAction } from '../record-action.ts'
import { actorOf } from './actor-of.ts'

/** The arguments are already parsed; this only finds values that the database cannot store or compare. */
const ANY = Compile(Type.Unknown())

/** GET /api/admin_export */
export function addAdminExport(app: FastifyInstance, deps: AdminDeps): void {
  app.get(
    '/api/admin_export',
    {
      config: limitedTo('export', deps.rateLimitFactor),
      schema: {
        tags: ['admin'],
        summary: 'Export a list as a CSV file, streamed',
        querystring: AdminExportQuery,
        response: {
          200: { description: 'The file', content: { 'text/csv': { schema: Type.String() } } },
          default: ErrorAnswer,
        },
      },
    },
    async (request, reply) => {
      const query = readExport(request)
      const now = deps.clock.now()
      const { list, ...filter } = query
      return sendCsv(
        reply,
        `${list}-${new Date(now).toISOString().slice(0, 10)}.csv`,
        exportList(deps.pool, query, now),
        () =>
          // Record who exported the data.
          recordAction(deps.pool, actorOf(request, deps), now, {
            action: 'export',
            objectType: 'list',
            objectId: list,
            before: null,
            after: filter,
          }),
      )
    },
  )
}

/** Accepts the filters of the requested list only: a filter of another list would be ignored silently. */
function readExport(request: FastifyRequest): ExportQuery {
  const raw = request.query as Record<string, unknown>
  const list = EXPORT_LISTS.find((name) => name === raw['list']) ?? EXPORT_LISTS[0]
  const { values, faults } = readArguments(EXPORT_QUERIES[list] as (typeof EXPORT_QUERIES)[ExportList], raw)
  refuse(list === raw['list'] ? faults : faults.filter(({ field }) => field === 'list'))
  refuse(bodyFaults(ANY, values))
  return values as ExportQuery
}
