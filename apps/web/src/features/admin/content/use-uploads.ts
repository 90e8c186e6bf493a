import { PICTURE_MAX_BYTES, type PictureUploaded } from '@flowprint/contract'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { failureText } from '../../../shared/http/failure-text.ts'
import { fieldFaults } from '../../../shared/http/field-faults.ts'
import { useStepUp } from '../../../shared/ui/step-up/use-step-up.tsx'
import { pictureFault, sizeText } from './pictures.ts'
import { uploadPicture } from './upload-picture.ts'
import type { Upload } from './uploads.ts'

export interface Uploads {
  readonly list: readonly Upload[]
  readonly isBusy: boolean
  /** `begun` receives the id of a new upload, `ended` its URL with size, or null on failure. */
  readonly add: (file: File, begun: (id: number) => void, ended: (id: number, address: string | null) => void) => void
  /** Cancels a running upload; removes a failed one. */
  readonly remove: (id: number) => void
  readonly stepUp: ReactNode
}

const isGivenUp = (error: unknown) => error instanceof DOMException && error.name === 'AbortError'

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
      if (isGivenUp(error)) drop(id)
      else change(id, { fault: fieldFaults(error, ['picture'])?.picture ?? failureText(t, error) })
      return null
    }
  }
  return {
    list,
    isBusy: list.some(({ fault }) => fault === null),
    add: (file, begun, ended) => {
      const id = (lastId += 1)
      const fault = pictureFault(file)
      const why =
        fault &&
        t(`admin.content.picture.fault.${fault}`, { size: sizeText(file.size), max: sizeText(PICTURE_MAX_BYTES) })
      setList((now) => [...now, { id, name: file.name, share: null, fault: why }])
      if (fault !== null) return
      const controller = new AbortController()
      running.current.set(id, controller)
      begun(id)
      turn.current = turn.current.then(async () => {
        const address = await send(id, file, controller.signal)
        running.current.delete(id)
        ended(id, address)
      })
    },
    remove: (id) => {
      running.current.get(id)?.abort()
      if (!running.current.has(id)) drop(id)
    },
    stepUp: dialog,
  }
}
