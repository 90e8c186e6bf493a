import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FakeBook, FakeVenue } from './fake-venue.ts'
import type { Faults } from './faults.ts'

/** Answers one HTTP request as the venue would, or with an injected fault. */
export async function answerRest(
  request: IncomingMessage,
  response: ServerResponse,
  venue: FakeVenue,
  book: FakeBook,
  faults: Faults,
): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const url = new URL(request.url ?? '/', 'http://fake')
  if (faults.use('hangingAnswers')) return
  if (faults.use('tooMany')) {
    response
      .writeHead(429, { 'retry-after': String(faults.retryAfterSeconds) })
      .end('{"code":-1003,"msg":"Too many requests."}')
    return
  }
  if (faults.use('serverErrors')) {
    response.writeHead(503).end('Service Unavailable')
    return
  }
  if (faults.use('brokenAnswers')) {
    response.writeHead(200, { 'content-type': 'application/json' }).end('[{"a":1,"p":"')
    return
  }
  const body = Buffer.concat(chunks).toString('utf8')
  const answer = venue.rest(
    { method: request.method ?? 'GET', path: url.pathname, query: url.searchParams, body },
    book,
  )
  const { status, headers } = answer ?? { status: 404, headers: {} }
  response
    .writeHead(status, { 'content-type': 'application/json', ...headers })
    .end(answer?.body ?? '{"code":404,"msg":"Not Found"}')
}
