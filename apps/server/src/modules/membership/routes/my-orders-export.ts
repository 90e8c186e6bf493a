import { ErrorAnswer, MyOrdersExportQuery, readArguments } from '@flowprint/contract'
import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { sendCsv } from '../../../platform/csv/index.ts'
import { AppError, bodyFaults, limitedTo, refuse } from '../../../platform/http/index.ts'
import type { MembershipDeps } from '../membership-deps.ts'
import { exportMyOrders } from '../my-orders.ts'

/** The arguments are already parsed; this only finds values that the database cannot store or compare. */
const ANY = Compile(Type.Unknown())

/** GET /api/my_orders_export */
export function addMyOrdersExport(app: FastifyInstance, deps: MembershipDeps): void {
  app.get(
    '/api/my_orders_export',
    {
      config: limitedTo('export', deps.rateLimitFactor),
      schema: {
        tags: ['membership'],
        summary: "Export the user's payments as a CSV file, streamed",
        querystring: MyOrdersExportQuery,
        response: {
          200: { description: 'The file', content: { 'text/csv': { schema: Type.String() } } },
          default: ErrorAnswer,
        },
      },
    },
    async (request, reply) => {
      const { signedIn } = request.access
      if (signedIn === undefined) throw new AppError('UNAUTHENTICATED')
      const { values, faults } = readArguments(MyOrdersExportQuery, request.query as Record<string, unknown>)
      refuse(faults)
      refuse(bodyFaults(ANY, values))
      const name = `orders-${new Date(deps.clock.now()).toISOString().slice(0, 10)}.csv`
      return sendCsv(reply, name, exportMyOrders(deps.pool, signedIn.accountId, values))
    },
  )
}
