import { describe, expect, it } from 'vitest'
import { CallFailure, failureSlug, isSuccessCode, readEnvelope } from '../../src/shared/http/envelope.ts'

function failure(status: number, body: unknown): CallFailure {
  const result = readEnvelope(status, body)
  if (!(result instanceof CallFailure)) throw new Error('succeeded')
  return result
}

describe('the envelope', () => {
  it.each([200, '200', 0, 1])('takes the code %j for a success', (code) => {
    expect(readEnvelope(200, { code, message: 'OK', data: { a: 1 } })).toEqual({ data: { a: 1 } })
  })

  it.each([201, '0', '1', true, null, undefined, 'OK'])('takes the code %j for none', (code) => {
    expect(isSuccessCode(code)).toBe(false)
  })

  it.each([
    { code: 401, message: 'x', kind: 'sessionExpired' },
    { code: '401', message: 'x', kind: 'sessionExpired' },
    { code: 403, message: 'x', kind: 'forbidden' },
    { code: '501', message: 'activate first', kind: 'notActivated' },
    { code: 400, message: 'Token is gone', kind: 'logOut' },
    { code: 400, message: 'token is lower case here', kind: 'message' },
    { code: 409, message: '', kind: 'code' },
    { code: 409, message: undefined, kind: 'code' },
  ])('reads code $code with "$message" as $kind', ({ code, message, kind }) => {
    expect(failure(200, { code, message }).kind).toBe(kind)
  })

  it('prefers detail for an HTTP error', () => {
    const read = failure(429, { code: 429, message: 'short', detail: 'wait 3 s' })
    expect(read).toMatchObject({ kind: 'message', code: '429', words: 'wait 3 s' })
  })

  it('falls back to the message for an HTTP error without detail', () => {
    expect(failure(500, { code: 500, message: 'sorry' }).words).toBe('sorry')
  })

  it('treats an HTTP error as a failure whatever its code', () => {
    expect(failure(500, { code: 200, message: 'OK', data: 1 })).toMatchObject({ code: '500' })
  })

  it.each([undefined, null, 'text', 7])('reads the body %j of an HTTP error as its status', (body) => {
    expect(failure(502, body)).toMatchObject({ kind: 'status', code: '502' })
  })

  it('treats a success without an envelope as unknown', () => {
    expect(failure(200, 'hello').kind).toBe('unknown')
  })

  it('keeps the slug and the fields of a failure', () => {
    const read = failure(200, { code: 400, message: 'no', data: { error: 'VALIDATION', fields: {} } })
    expect(failureSlug(read)).toBe('VALIDATION')
    expect(failureSlug(new CallFailure('timeout', '', ''))).toBe('')
  })
})
