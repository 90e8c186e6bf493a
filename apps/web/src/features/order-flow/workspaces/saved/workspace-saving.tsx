import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSaveKey } from '../../../../shared/keys/save-key.ts'
import { useUser } from '../../../../shared/session/user.ts'
import { lazyPart } from '../../../../shared/ui/lazy-part.ts'
import { showToast } from '../../../../shared/ui/toasts.ts'
import { isUnsaved, useWorkspace } from '../workspace-store.ts'
import type { RefusedWorkspace } from './load-workspace.ts'
import { saveCurrent } from './workspace-actions.ts'
import { useSendWorkspace } from './workspace-calls.ts'

const SavedWorkspaces = lazyPart(() =>
  import('./saved-workspaces.tsx').then((part) => ({ default: part.SavedWorkspaces })),
)
const Conflict = lazyPart(() => import('./conflict.tsx').then((part) => ({ default: part.Conflict })))
const RefusedLink = lazyPart(() => import('./refused-workspace.tsx').then((part) => ({ default: part.RefusedLink })))

interface WorkspaceSavingProps {
  /** Whether the saved workspaces are shown. */
  readonly isListOpen: boolean
  readonly onListOpen: (isOpen: boolean) => void
  /** Why the link of the address was not opened. */
  readonly refused: RefusedWorkspace | null
  readonly onDismiss: () => void
}

/** Saving by Ctrl or Cmd S, and the dialogs of saving. */
export function WorkspaceSaving({ isListOpen, onListOpen, refused, onDismiss }: WorkspaceSavingProps) {
  const { t } = useTranslation()
  const send = useSendWorkspace()
  const userId = useUser(({ user }) => user?.id)
  const [isConflict, setConflict] = useState(false)
  const [isBusy, setBusy] = useState(false)

  const save = async () => {
    const state = useWorkspace.getState()
    if (isBusy) return
    if (state.name === null) return onListOpen(true)
    if (!isUnsaved(state)) return
    setBusy(true)
    const result = await saveCurrent(send)
    setBusy(false)
    if (result === 'saved') showToast(t('workspaces.saved.saved', { name: state.name }))
    if (result === 'stale') {
      onListOpen(false)
      setConflict(true)
    }
  }
  useSaveKey(() => void save())
  if (userId === undefined) return null

  return (
    <Suspense fallback={null}>
      {isListOpen && (
        <SavedWorkspaces userId={userId} isBusy={isBusy} onSave={() => void save()} onClose={() => onListOpen(false)} />
      )}
      {isConflict && <Conflict userId={userId} onClose={() => setConflict(false)} />}
      {refused !== null && <RefusedLink refused={refused} onClose={onDismiss} />}
    </Suspense>
  )
}
