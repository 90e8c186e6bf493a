import { ERRORS, ruleOf } from '@flowprint/contract'
import type { ErrorAnswer, FieldFault } from '@flowprint/contract'
import { OrderflowError } from '@flowprint/orderflow'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Language } from '@flowprint/i18n'
import { databaseTrouble, PoolFullError } from '../database/index.ts'
import { messageOf } from '../errors/index.ts'
import { AppError, overloaded } from './app-error.ts'
import type { Fault } from './app-error.ts'
import { languageOf, translate } from './language.ts'

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

const POOL_RETRY_SECONDS = 3

/** Maps any failure to an error of the catalogue. */
export function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (error instanceof OrderflowError && (error.code === 'QUANTITY_RANGE' || error.code === 'PRICE_RANGE')) {
    return new AppError(error.code)
  }
  // Before anything was sent: other calls wait for the same connections.
  if (error instanceof PoolFullError) return overloaded(POOL_RETRY_SECONDS)
  if (databaseTrouble(error) !== null) return new AppError('MAINTENANCE')
  const status = (error as { statusCode?: unknown }).statusCode
  if (status === 413) return new AppError('TOO_LARGE')
  // Malformed JSON or another content type: rejected by Fastify before the route runs.
  if (typeof status === 'number' && status >= 400 && status < 500) {
    return new AppError('VALIDATION', { faults: [{ field: 'body', error: 'BAD_JSON', params: {} }] })
  }
  return new AppError('INTERNAL')
}

/**
 * The error envelope in a language. The message itself names a refused argument, for clients that only show the
 * message.
 */
export function presentError(error: AppError, language: Language): ErrorAnswer {
  const { faults = [], data } = error.options
  const fields = faults.length === 0 ? {} : { fields: presentFaults(faults, language) }
  return {
    code: ERRORS[error.slug].code,
    message: sentencesOf(error, language),
    data: { error: error.slug, ...fields, ...data },
  }
}

const BETWEEN: Readonly<Record<Language, string>> = { zh: '；', en: '; ' }

function sentencesOf({ slug, options }: AppError, language: Language): string {
  const { params, faults = [], sentences } = options
  if (sentences !== undefined)
    return sentences.map((sentence) => translate(language, sentence.key, sentence.params)).join(BETWEEN[language])
  if (slug !== 'VALIDATION' || faults.length === 0) return translate(language, slug, params)
  return faults.map((fault) => `${fault.field}: ${formatFault(fault, language)}`).join('; ')
}

function presentFaults(faults: readonly Fault[], language: Language): Record<string, FieldFault[]> {
  // Null prototype: field names come from callers and may be "constructor".
  const fields = new Map<string, FieldFault[]>()
  for (const fault of faults) {
    const list = fields.get(fault.field) ?? []
    fields.set(fault.field, [...list, { error: fault.error, message: formatFault(fault, language) }])
  }
  return Object.fromEntries(fields)
}

function formatFault(fault: Fault, language: Language): string {
  const named = fault.error === 'NOT_A_DECIMAL' && (fault.params['also'] ?? '') !== ''
  return translate(language, fault.sentence ?? (named ? 'NOT_A_DECIMAL_OR' : fault.error), fault.params)
}
