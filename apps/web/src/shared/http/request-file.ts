import type { CallName } from '@flowprint/contract'
import { CallFailure, readEnvelope } from './envelope.ts'
import { networkFailure, parseBody, send, withRetryAfter } from './request.ts'
import type { CallIdentity, CallRequest, InputOf } from './request.ts'

/** The bytes of a packed answer or a file; a JSON answer is parsed as a failure envelope. */
export async function requestBytes<Name extends CallName>(
  name: Name,
  identity: CallIdentity,
  ...input: InputOf<Name>
): Promise<Uint8Array> {
  return (await requestFile(name, identity, ...input)).bytes
}

/** `requestBytes` with the headers of the answer, which a revalidated copy of the browser's cache has from now. */
export function requestFile<Name extends CallName>(
  name: Name,
  identity: CallIdentity,
  ...input: InputOf<Name>
): Promise<{ readonly bytes: Uint8Array; readonly headers: Headers }>
export async function requestFile(
  name: CallName,
  identity: CallIdentity,
  input: CallRequest = {},
): Promise<{ readonly bytes: Uint8Array; readonly headers: Headers }> {
  const response = await send(name, identity, input)
  const isJson = response.headers.get('content-type')?.includes('json') ?? false
  if (!response.ok || isJson) {
    const result = readEnvelope(response.status, isJson ? await parseBody(response) : undefined)
    throw result instanceof CallFailure
      ? withRetryAfter(result, response)
      : new CallFailure('unknown', String(response.status), '')
  }
  try {
    return { bytes: new Uint8Array(await response.arrayBuffer()), headers: response.headers }
  } catch (error) {
    throw networkFailure(error, false, input.signal?.aborted ?? false)
  }
}
