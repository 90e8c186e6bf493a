import { MAX_WORKSPACE_NAME_LENGTH } from '@flowprint/contract'
import { useState, type FormEvent, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { formatTime } from '../../../../shared/format/time.ts'
import { useLanguage } from '../../../../shared/i18n/language.ts'
import { Button } from '../../../../shared/ui/button.tsx'
import { Input } from '../../../../shared/ui/input.tsx'
import type { ListedWorkspace } from './workspace-calls.ts'
import { WorkspaceVersions } from './workspace-versions.tsx'

interface WorkspaceRowProps {
  readonly workspace: ListedWorkspace
  readonly userId: number
  /** Names of all workspaces; they must be unique. */
  readonly names: readonly string[]
  /** Whether the page shows it. */
  readonly isShown: boolean
  readonly onOpen: () => Promise<void>
  readonly onRename: (to: string) => Promise<boolean>
  readonly onDelete: () => Promise<boolean>
  readonly onRestored: () => void
}

export function WorkspaceRow(props: WorkspaceRowProps) {
  const { workspace, userId, isShown, onOpen, onDelete, onRestored } = props
  const { t } = useTranslation()
  const language = useLanguage()
  const [asking, setAsking] = useState<'rename' | 'delete' | 'versions' | null>(null)
  const [isBusy, setBusy] = useState(false)
  const { name, saved_at: savedAt } = workspace
  const close = () => setAsking(null)

  const run = async (action: () => Promise<unknown>) => {
    setBusy(true)
    await action()
    setBusy(false)
  }
  const onEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || asking === null) return
    // Keep the dialog open.
    event.preventDefault()
    event.stopPropagation()
    close()
  }

  return (
    <li
      className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 min-h-12 py-1.5 border-t border-line"
      aria-label={name}
      onKeyDown={onEscape}
    >
      {asking === 'rename' ? (
        <RenameForm {...props} onClose={close} />
      ) : (
        <>
          <div className="flex flex-1 flex-col min-w-35">
            <b className="overflow-hidden text-m font-semibold text-ellipsis">{name}</b>
            <span className="text-faint text-xs">
              <time dateTime={savedAt}>{formatTime(savedAt, language)}</time>
              {isShown && ` · ${t('workspaces.saved.shown')}`}
              {asking === 'delete' && ` · ${t('workspaces.saved.deleteNote')}`}
            </span>
          </div>
          <div className="flex flex-wrap gap-0.5 max-phone:-ms-1.5">
            {asking === 'delete' ? (
              <>
                <Button variant="outlined" onClick={close}>
                  {t('workspaces.saved.cancel')}
                </Button>
                <Button
                  variant="primary"
                  loading={isBusy}
                  ref={(button) => button?.focus()}
                  onClick={() => void run(onDelete)}
                >
                  {t('workspaces.saved.confirmDelete')}
                </Button>
              </>
            ) : (
              <>
                <Button variant="outlined" loading={isBusy} onClick={() => void run(onOpen)}>
                  {t('workspaces.saved.load')}
                </Button>
                <Button
                  aria-expanded={asking === 'versions'}
                  onClick={() => setAsking(asking === 'versions' ? null : 'versions')}
                >
                  {t('workspaces.saved.versions.show')}
                </Button>
                <Button onClick={() => setAsking('rename')}>{t('workspaces.saved.rename')}</Button>
                <Button onClick={() => setAsking('delete')}>{t('workspaces.saved.delete')}</Button>
              </>
            )}
          </div>
        </>
      )}
      {asking === 'versions' && <WorkspaceVersions workspace={workspace} userId={userId} onRestored={onRestored} />}
    </li>
  )
}

function RenameForm({
  workspace,
  names,
  onRename,
  onClose,
}: Pick<WorkspaceRowProps, 'workspace' | 'names' | 'onRename'> & { readonly onClose: () => void }) {
  const { t } = useTranslation()
  const [name, setName] = useState(workspace.name)
  const [isBusy, setBusy] = useState(false)
  const typed = name.trim().normalize('NFC')
  const isTaken = typed !== workspace.name && names.includes(typed)
  const isInvalid = isTaken || typed === ''

  const onSubmit = async (event: FormEvent) => {
    event.preventDefault()
    if (isInvalid || isBusy) return
    if (typed === workspace.name) return onClose()
    setBusy(true)
    await onRename(typed)
    setBusy(false)
    onClose()
  }
  return (
    <form className="flex flex-wrap gap-2 w-full" onSubmit={(event) => void onSubmit(event)}>
      <Input
        className="flex-1 min-w-35"
        value={name}
        maxLength={MAX_WORKSPACE_NAME_LENGTH}
        aria-label={t('workspaces.saved.name')}
        autoComplete="off"
        autoFocus
        aria-invalid={isInvalid}
        onFocus={({ target }) => target.select()}
        onChange={({ target }) => setName(target.value)}
      />
      <Button type="submit" variant="primary" loading={isBusy} disabled={isInvalid}>
        {t('workspaces.saved.done')}
      </Button>
      <Button onClick={onClose}>{t('workspaces.saved.cancel')}</Button>
      {isTaken && (
        <p className="w-full text-warning text-s" role="alert">
          {t('workspaces.saved.taken')}
        </p>
      )}
    </form>
  )
}
