import { type CallName, PICTURE_MAX_BYTES, type PictureUploaded } from '@flowprint/contract'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldFaults } from '../../../shared/forms/field-faults.ts'
import { isAborted, failureText, reactToFailure } from '../../../shared/http/failures.ts'
import { useStepUp } from '../../../shared/ui/step-up/use-step-up.tsx'
import type { TextEdit } from './markdown-edits.ts'
import { callIdentity } from '../../../shared/http/call.ts'
import { CallFailure, readEnvelope } from '../../../shared/http/envelope.ts'
import { callAddress, requestHeaders } from '../../../shared/http/request.ts'

export interface Uploads {
  readonly list: readonly Upload[]
  readonly isBusy: boolean
  /** `onStart` receives the id of a new upload, `onEnd` its URL with size, or null on failure. */
  readonly add: (file: File, onStart: (id: number) => void, onEnd: (id: number, address: string | null) => void) => void
  /** Cancels a running upload; removes a failed one. */
  readonly remove: (id: number) => void
  readonly stepUp: ReactNode
}

let lastId = 0

/** Uploads images in sequence: step-up is asked once, and a slow connection carries one at a time. */
export function useUploads(): Uploads {
  const { t } = useTranslation()
  const [list, setList] = useState<readonly Upload[]>([])
  const { withStepUp, dialog } = useStepUp()
  const turn = useRef<Promise<unknown>>(Promise.resolve())
  const running = useRef(new Map<number, AbortController>())

  useEffect(() => {
    const left = running.current
    return () => left.forEach((controller) => controller.abort())
  }, [])

  const change = (id: number, changes: Partial<Upload>) =>
    setList((now) => now.map((one) => (one.id === id ? { ...one, ...changes } : one)))
  const drop = (id: number) => setList((now) => now.filter((one) => one.id !== id))

  const send = async (id: number, file: File, signal: AbortSignal): Promise<string | null> => {
    change(id, { share: 0 })
    try {
      const done: PictureUploaded = await withStepUp(() =>
        uploadPicture(file, { signal, onProgress: (share) => change(id, { share }) }),
      )
      drop(id)
      return `${done.url}#${done.width}x${done.height}`
    } catch (error) {
      if (isAborted(error)) drop(id)
      else change(id, { fault: fieldFaults(error, ['picture'])?.picture ?? failureText(t, error) })
      return null
    }
  }
  return {
    list,
    isBusy: list.some(({ fault }) => fault === null),
    add: (file, onStart, onEnd) => {
      const id = (lastId += 1)
      const fault = pictureFault(file)
      const why =
        fault &&
        t(`admin.content.picture.fault.${fault}`, { size: sizeText(file.size), max: sizeText(PICTURE_MAX_BYTES) })
      setList((now) => [...now, { id, name: file.name, share: null, fault: why }])
      if (fault !== null) return
      const controller = new AbortController()
      running.current.set(id, controller)
      onStart(id)
      turn.current = turn.current.then(async () => {
        const address = await send(id, file, controller.signal)
        running.current.delete(id)
        onEnd(id, address)
      })
    },
    remove: (id) => {
      running.current.get(id)?.abort()
      if (!running.current.has(id)) drop(id)
    },
    stepUp: dialog,
  }
}

/** Running uploads and their placeholders in the text. Pure. */

export interface Upload {
  readonly id: number
  readonly name: string
  /** From 0 to 1; null while queued. */
  readonly share: number | null
  /** Why it failed. */
  readonly fault: string | null
}

/** Placeholder URL until the upload is done. Not an allowed URL, so it never renders. */
export const placeOf = (id: number): string => `uploading:${id}`

/** Whether a text still contains a placeholder. */
export function isWaiting(text: string): boolean {
  return /\]\(uploading:\d+\)/.test(text)
}

/** A restored draft may contain placeholders of uploads that were interrupted. */
export function withoutWaiting(text: string): string {
  return text.replaceAll(/!\[[^\]]*\]\(uploading:\d+\)\n{0,2}/g, '').trimEnd()
}

/** Replaces the placeholder with the URL, or removes the image; null when the placeholder was deleted. */
export function settleUpload(
  text: string,
  id: number,
  url: string | null,
): Pick<TextEdit, 'from' | 'to' | 'insert'> | null {
  const found = new RegExp(`(\\n{0,2})!\\[([^\\]]*)\\]\\(${placeOf(id)}\\)\\n{0,2}`).exec(text)
  if (!found) return null
  const [whole, lead, words] = found
  const end = found.index + whole.length
  if (url === null) return { from: found.index, to: end, insert: found.index > 0 && end < text.length ? '\n\n' : '' }
  const from = found.index + lead.length + words.length + 4
  return { from, to: from + placeOf(id).length, insert: url }
}

/**
 * Uploads an image with progress: XMLHttpRequest reports it, fetch does not. Failures are thrown as for every call
 * (shared/http/envelope.ts).
 */

const CALL: CallName = 'POST /admin_upload_picture'
const TIMEOUT_MS = 120_000

interface Uploading {
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

async function uploadPicture(file: File, uploading: Uploading): Promise<PictureUploaded> {
  try {
    const result = await post(file, uploading)
    if (result instanceof CallFailure) throw result
    return (result as { data: PictureUploaded }).data
  } catch (error) {
    if (error instanceof CallFailure) reactToFailure(error, false)
    throw error
  }
}

/** Validates image files before upload; the server validates again. Pure. */
export const PICTURE_TYPES = ['image/png', 'image/jpeg', 'image/webp'] as const

type PictureFault = 'type' | 'size' | 'empty'

export function pictureFault({ type, size }: { readonly type: string; readonly size: number }): PictureFault | null {
  if (!(PICTURE_TYPES as readonly string[]).includes(type)) return 'type'
  if (size === 0) return 'empty'
  return size > PICTURE_MAX_BYTES ? 'size' : null
}

const MEBIBYTE = 1024 * 1024

/** "52 kB", "2 MiB"; rounded up, so that a size above a limit never appears to be within it. */
export function sizeText(bytes: number): string {
  return bytes < MEBIBYTE ? `${Math.ceil(bytes / 1000)} kB` : `${Math.ceil((bytes / MEBIBYTE) * 100) / 100} MiB`
}

/** Meaningless file names: cameras, clipboards, numbers, hashes. */
const SAYS_NOTHING = /^(?:(?:image|img|dsc|photo|picture|unnamed|pasted)?[^\p{L}]*|screen ?shot\b.*|[0-9a-f ]{12,})$/iu

/** Alt text from a file name; '' when the name is meaningless. */
export function wordsOfName(name: string): string {
  const stem = name
    .replace(/\.[^.]*$/, '')
    .replaceAll(/[-_]+/g, ' ')
    .trim()
  return SAYS_NOTHING.test(stem) ? '' : stem
}
