import { ERRORS, ruleOf } from '@flowprint/contract'
import { OrderflowError } from '@flowprint/orderflow'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { databaseTrouble } from '../database/index.ts'
import { messageOf } from '../errors/index.ts'
import { AppError } from './app-error.ts'
import { presentError } from './present-error.ts'
import { languageOf } from './language.ts'

/** Answers every failure in the envelope, without internal details. */
export function addErrorHandler(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    const known = isOfCall(request) ? asAppError(error) : asFileError(error)
    if (known.slug === 'INTERNAL') request.log.error({ err: error }, 'a request failed')
    else if (known.slug === 'MAINTENANCE')
      request.log.warn({ error: messageOf(error), ...known.options.data }, 'a request met a missing database')
    return sendError(request, reply, known)
  })
}

const isOfCall = (request: FastifyRequest): boolean =>
  ruleOf(request.method, request.routeOptions.url ?? '')?.kind === 'call'

/** For pages and files: malformed or forbidden addresses are 404. */
function asFileError(error: unknown): AppError {
  const status = (error as { statusCode?: unknown }).statusCode
  const isRefusal = !(error instanceof AppError) && typeof status === 'number' && status >= 400 && status < 500
  return isRefusal ? new AppError('NOT_FOUND', { http: 404 }) : asAppError(error)
}

export function sendError(request: FastifyRequest, reply: FastifyReply, error: AppError): FastifyReply {
  const body = presentError(error, languageOf(request))
  const status = error.options.http ?? statusOf(request, error)
  request.refusal = error.slug
  reply.removeHeader('content-disposition')
  const wait = body.data.retry_after
  if (wait !== undefined) reply.header('retry-after', String(wait))
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(status === 200 ? body : { ...body, detail: body.message }))
}

function statusOf(request: FastifyRequest, error: AppError): number {
  const { code, http } = ERRORS[error.slug]
  const mirrors = ruleOf(request.method, request.routeOptions.url ?? '')?.mirrors === true
  return mirrors && typeof code === 'number' ? code : http
}

/** Maps any failure to an error of the catalogue. */
export function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (error instanceof OrderflowError && (error.code === 'QUANTITY_RANGE' || error.code === 'PRICE_RANGE')) {
    return new AppError(error.code)
  }
  if (databaseTrouble(error) !== null) return new AppError('MAINTENANCE')
  const status = (error as { statusCode?: unknown }).statusCode
  if (status === 413) return new AppError('TOO_LARGE')
  // Malformed JSON or another content type: rejected by Fastify before the route runs.
  if (typeof status === 'number' && status >= 400 && status < 500) {
    return new AppError('VALIDATION', { faults: [{ field: 'body', error: 'BAD_JSON', params: {} }] })
  }
  return new AppError('INTERNAL')
}
