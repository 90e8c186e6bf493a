import { once } from 'node:events'
import { request as requestHttp, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import { request as requestHttps } from 'node:https'
import { PassingFailure } from './errors.ts'

const MAX_REDIRECTS = 5

export interface Answer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  /** The raw bytes in chunks; a broken connection throws PassingFailure. */
  readonly body: AsyncIterable<Uint8Array>
  /** Closes the connection if the body is not needed. */
  discard(): void
}

/**
 * One GET, following redirects. Not `fetch`: the one in Node 24 ends the process when a server closes the connection of
 * a slowly read body, and it decompresses gzip-encoded responses, while these files are gzip themselves.
 */
export async function httpGet(
  url: string,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
  redirects = 0,
): Promise<Answer> {
  const request = (url.startsWith('https:') ? requestHttps : requestHttp)(url, {
    headers: { 'user-agent': 'flowprint', ...headers },
    signal,
  })
  request.end()
  let response: IncomingMessage
  try {
    ;[response] = (await once(request, 'response')) as [IncomingMessage]
  } catch (error) {
    signal.throwIfAborted()
    throw new PassingFailure(reasonOf(error))
  }
  const { statusCode: status = 0, headers: answered } = response
  if (status >= 300 && status < 400 && answered.location !== undefined && redirects < MAX_REDIRECTS) {
    const next = new URL(answered.location, url)
    // Never redirect from https to http.
    if (next.protocol === 'https:' || !url.startsWith('https:')) {
      response.resume()
      return httpGet(next.href, headers, signal, redirects + 1)
    }
  }
  return { status, headers: answered, body: bytesOf(response, signal), discard: () => void response.destroy() }
}

/** Wraps errors of the connection only; errors of the consumer pass through. */
async function* bytesOf(response: IncomingMessage, signal: AbortSignal): AsyncIterable<Uint8Array> {
  try {
    yield* response
  } catch (error) {
    signal.throwIfAborted()
    throw new PassingFailure(reasonOf(error))
  }
}

function reasonOf(error: unknown): string {
  const { code, message } = error as { code?: unknown; message: string }
  return typeof code === 'string' ? code : message
}
