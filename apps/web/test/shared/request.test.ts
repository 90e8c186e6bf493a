import { afterEach, describe, expect, it, vi } from 'vitest'
import { CallFailure, retryAfter } from '../../src/shared/http/envelope.ts'
import { callAddress, requestBytes, requestData, requestHeaders } from '../../src/shared/http/request.ts'

const me = { language: 'zh', token: 'secret' }

afterEach(() => vi.unstubAllGlobals())

function answerWith(body: BodyInit | null, init: ResponseInit): void {
  vi.stubGlobal('fetch', async () => new Response(body, init))
}

describe('a call', () => {
  it('sends the language and the token', () => {
    expect(requestHeaders('GET /footprint', me)).toMatchObject({ language: 'zh', authorization: 'secret' })
  })

  it.each(['POST /settings', 'POST /login', 'GET /menus'] as const)('to %s carries no token', (name) => {
    expect(requestHeaders(name, me)).not.toHaveProperty('authorization')
  })

  it('sends no token when there is none', () => {
    expect(requestHeaders('GET /footprint', { ...me, token: null })).not.toHaveProperty('authorization')
  })

  it('omits undefined values and escapes the others', () => {
    expect(callAddress('/x', { a: 'B:C', b: undefined, c: 0 })).toBe('/api/x?a=B%3AC&c=0')
    expect(callAddress('/x', undefined)).toBe('/api/x')
  })

  it.each([Number.NaN, Infinity])('rejects %s as a parameter before anything is sent', async (value) => {
    const sent = vi.fn()
    vi.stubGlobal('fetch', sent)
    await expect(requestData('GET /big_trades', me, { query: { symbol: 'A:B', from: value } })).rejects.toThrow(
      RangeError,
    )
    expect(sent).not.toHaveBeenCalled()
  })

  it('returns the data of a success', async () => {
    answerWith('{"code":200,"message":"OK","data":[1]}', { status: 200 })
    expect(await requestData('GET /menus', me)).toEqual([1])
  })

  it('reads Retry-After when the answer does not say when to retry', async () => {
    const failure = (body: string, retryAfter: string) => {
      answerWith(body, { status: 503, headers: { 'retry-after': retryAfter, 'content-type': 'application/json' } })
      return requestData('GET /menus', me).catch((error: unknown) => error)
    }
    const own = '{"code":503,"message":"busy","data":{"error":"OVERLOADED","retry_after":4}}'
    expect(await failure(own, '9')).toMatchObject({ data: { error: 'OVERLOADED', retry_after: 4 } })
    expect(await failure('<html>', '9')).toMatchObject({ kind: 'status', code: '503', data: { retry_after: 9 } })
    expect(retryAfter(await failure('<html>', 'Wed, 21 Oct 2026 07:28:00 GMT'))).toBeNull()
  })

  it('returns the bytes of a packed success', async () => {
    answerWith(new Uint8Array([1, 2]), {
      status: 200,
      headers: { 'content-type': 'application/vnd.flowprint.footprint' },
    })
    expect(
      await requestBytes('GET /footprint', me, { query: { symbol: 'A:B', cycle: '5m', precision: 'auto' } }),
    ).toEqual(new Uint8Array([1, 2]))
  })

  it('parses the envelope when JSON arrives instead of bytes', async () => {
    answerWith('{"code":404,"detail":"no such symbol"}', {
      status: 404,
      headers: { 'content-type': 'application/json' },
    })
    await expect(
      requestBytes('GET /footprint', me, { query: { symbol: 'A:B', cycle: '5m', precision: 'auto' } }),
    ).rejects.toMatchObject({ code: '404', words: 'no such symbol' })
  })

  it('reports a non-JSON error page by its status', async () => {
    answerWith('<html>', { status: 502 })
    await expect(requestData('GET /menus', me)).rejects.toMatchObject({ kind: 'status', code: '502' })
  })

  it('reports an unreachable server as a connection failure', async () => {
    vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('Failed to fetch')))
    await expect(requestData('GET /menus', me)).rejects.toMatchObject({ kind: 'connection' })
  })

  const never = (_: string, init: { signal: AbortSignal }) =>
    new Promise((_resolve, reject) => init.signal.addEventListener('abort', () => reject(init.signal.reason)))

  it('reports a timeout', async () => {
    vi.stubGlobal('fetch', never)
    await expect(requestData('GET /menus', me, { timeoutMs: 5 })).rejects.toMatchObject({ kind: 'timeout' })
  })

  it('stays an AbortError when aborted by the caller', async () => {
    vi.stubGlobal('fetch', never)
    const abort = new AbortController()
    const asked = requestData('GET /menus', me, { signal: abort.signal })
    abort.abort()
    const error = await asked.catch((reason: unknown) => reason)
    expect(error).not.toBeInstanceOf(CallFailure)
    expect(error).toMatchObject({ name: 'AbortError' })
  })
})
