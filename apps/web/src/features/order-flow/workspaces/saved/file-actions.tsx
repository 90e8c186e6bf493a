import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { saveFile } from '../../../../shared/save-file.ts'
import { Button } from '../../../../shared/ui/button.tsx'
import { copyText } from '../../../../shared/ui/copy-text.ts'
import { showToast } from '../../../../shared/ui/toasts.ts'
import { useWorkspace } from '../workspace-store.ts'
import { encodeWorkspace, MAX_FILE_LENGTH, readWorkspaceFile, workspaceFile } from '../workspace-text.ts'
import { unsavedState, type RefusedWorkspace } from './load-workspace.ts'
import { RefusedReason } from './refused-workspace.tsx'
import { fileName, replaceWorkspace } from './workspace-actions.ts'

interface FileActionsProps {
  readonly userId: number
  readonly onImported: () => void
}

/** The workspace of the page as a file and as a link; a file as the workspace of the page. */
export function FileActions({ userId, onImported }: FileActionsProps) {
  const { t } = useTranslation()
  const chooser = useRef<HTMLInputElement>(null)
  const [refused, setRefused] = useState<RefusedWorkspace | null>(null)
  const [isTooLong, setTooLong] = useState(false)

  const exportFile = () => {
    const { document, name } = useWorkspace.getState()
    if (document === null) return
    const shown = name ?? t('workspaces.title')
    saveFile(new Blob([workspaceFile(shown, document)], { type: 'application/json' }), fileName(shown))
  }
  const copyLink = async () => {
    const { document } = useWorkspace.getState()
    const text = document === null ? null : await encodeWorkspace(document)
    setTooLong(text === null)
    if (text !== null) await copyText(`${location.origin}/workspace#w=${text}`)
  }
  const importFile = async (file: File | undefined) => {
    if (file === undefined) return
    // A character has at most three bytes.
    const read =
      file.size > 3 * MAX_FILE_LENGTH ? ({ kind: 'unreadable' } as const) : readWorkspaceFile(await file.text())
    if (read.kind !== 'workspace') return setRefused(read)
    replaceWorkspace(userId, unsavedState(read.document))
    showToast(t('workspaces.saved.file.imported'))
    onImported()
  }
  useFileDrop((file) => void importFile(file))

  return (
    <>
      <div className="flex flex-wrap gap-2">
        <Button onClick={exportFile}>{t('workspaces.saved.file.export')}</Button>
        <Button onClick={() => chooser.current?.click()}>{t('workspaces.saved.file.import')}</Button>
        <input
          ref={chooser}
          type="file"
          hidden
          accept=".json,application/json"
          aria-label={t('workspaces.saved.file.import')}
          onChange={({ target }) => {
            void importFile(target.files?.[0])
            // Allow choosing the same file again.
            target.value = ''
          }}
        />
        <Button onClick={() => void copyLink()}>{t('workspaces.saved.file.link')}</Button>
      </div>
      <p className="text-faint text-s pointer-coarse:hidden">{t('workspaces.saved.file.drop')}</p>
      {isTooLong && (
        <p className="text-warning text-s" role="alert">
          {t('workspaces.saved.file.tooLong')}
        </p>
      )}
      {refused !== null && (
        <div className="text-warning text-s" role="alert">
          <p className="font-semibold">{t('workspaces.saved.refused.file')}</p>
          <RefusedReason refused={refused} />
          <p>{t('workspaces.saved.refused.kept')}</p>
        </div>
      )}
    </>
  )
}

/** Takes files dropped anywhere while mounted, which the browser would open instead of the page. */
function useFileDrop(take: (file: File | undefined) => void): void {
  const onDrop = useEffectEvent((event: DragEvent) => {
    if (!event.dataTransfer?.types.includes('Files')) return
    event.preventDefault()
    if (event.type === 'drop') take(event.dataTransfer.files[0])
  })
  useEffect(() => {
    addEventListener('dragover', onDrop)
    addEventListener('drop', onDrop)
    return () => {
      removeEventListener('dragover', onDrop)
      removeEventListener('drop', onDrop)
    }
  }, [])
}
