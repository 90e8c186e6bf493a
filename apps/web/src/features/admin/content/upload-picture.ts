/**
 * Uploads an image with progress: XMLHttpRequest reports it, fetch does not. Failures are thrown as for every call
 * (shared/http/envelope.ts).
 */
import type { CallName, PictureUploaded } from '@flowprint/contract'
import { callIdentity } from '../../../shared/http/call.ts'
import { CallFailure, readEnvelope } from '../../../shared/http/envelope.ts'
import { reactToFailure } from '../../../shared/http/react-to-failure.ts'
import { callAddress, requestHeaders } from '../../../shared/http/request.ts'

const CALL: CallName = 'POST /admin_upload_picture'
const TIMEOUT_MS = 120_000

export interface Uploading {
  /** From 0 to 1. */
  readonly onProgress: (share: number) => void
  readonly signal: AbortSignal
}

async function post(file: File, { onProgress, signal }: Uploading): Promise<unknown> {
  signal.throwIfAborted()
  const body = new FormData()
  body.append('picture', file)
  const request = new XMLHttpRequest()
  const { promise, resolve, reject } = Promise.withResolvers<unknown>()
  const giveUp = () => request.abort()
  request.open('POST', callAddress('/admin_upload_picture', undefined))
  for (const [name, value] of Object.entries(requestHeaders(CALL, callIdentity())))
    request.setRequestHeader(name, value)
  request.responseType = 'json'
  request.timeout = TIMEOUT_MS
  request.upload.addEventListener('progress', ({ loaded, total }) => total > 0 && onProgress(loaded / total))
  request.addEventListener('load', () => resolve(readEnvelope(request.status, request.response as unknown)))
  request.addEventListener('error', () => reject(new CallFailure('connection', '', '')))
  request.addEventListener('timeout', () => reject(new CallFailure('timeout', '', '')))
  request.addEventListener('abort', () => reject(new DOMException('given up', 'AbortError')))
  signal.addEventListener('abort', giveUp)
  request.send(body)
  try {
    return await promise
  } finally {
    signal.removeEventListener('abort', giveUp)
  }
}

export async function uploadPicture(file: File, uploading: Uploading): Promise<PictureUploaded> {
  try {
    const result = await post(file, uploading)
    if (result instanceof CallFailure) throw result
    return (result as { data: PictureUploaded }).data
  } catch (error) {
    if (error instanceof CallFailure) reactToFailure(error, false)
    throw error
  }
}
