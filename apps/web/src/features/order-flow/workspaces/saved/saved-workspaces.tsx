import { MAX_WORKSPACE_NAME_LENGTH, MAX_WORKSPACES, type Workspaces } from '@flowprint/contract'
import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { showFailure } from '../../../../shared/http/failures.ts'
import { Button } from '../../../../shared/ui/button.tsx'
import { Dialog, DialogBody } from '../../../../shared/ui/dialog.tsx'
import { Input } from '../../../../shared/ui/input.tsx'
import { Failed, Loading } from '../../../../shared/ui/page/states.tsx'
import { SearchBox } from '../../../../shared/ui/search-field.tsx'
import { showToast } from '../../../../shared/ui/toasts.ts'
import { isUnsaved, useWorkspace } from '../workspace-store.ts'
import { AsideCopies } from './aside-copies.tsx'
import { FileActions } from './file-actions.tsx'
import { deleteSaved, openSaved, renameSaved, saveAs, type SaveResult } from './workspace-actions.ts'
import { useSendWorkspace, useWorkspaces, type ListedWorkspace } from './workspace-calls.ts'
import { WorkspaceRow } from './workspace-row.tsx'

/** From here on a list is easier searched than read. */
const MIN_SEARCHED = 8

interface SavedWorkspacesProps {
  readonly userId: number
  readonly isBusy: boolean
  /** Saves the workspace of the page under its name. */
  readonly onSave: () => void
  readonly onClose: () => void
}

/** Workspaces of the account: save the current one, open, rename, delete, versions; as a file and as a link. */
export function SavedWorkspaces({ userId, isBusy, onSave, onClose }: SavedWorkspacesProps) {
  const { t } = useTranslation()
  const { data, error, refetch } = useWorkspaces()
  const send = useSendWorkspace()
  const current = useWorkspace((state) => state.name)
  const unsaved = useWorkspace(isUnsaved)
  const [search, setSearch] = useState('')
  const list = data?.list ?? []
  const names = namesOf(data)
  const found = list.filter(({ name }) => name.toLocaleLowerCase().includes(search.trim().toLocaleLowerCase()))

  const report = (result: SaveResult, said: string) => {
    if (result === 'stale') showToast(t('workspaces.saved.stale'))
    if (result === 'saved') showToast(said)
    return result === 'saved'
  }
  const open = async ({ name }: ListedWorkspace) => {
    try {
      if (await openSaved(userId, name)) {
        showToast(t(unsaved ? 'workspaces.saved.openedAside' : 'workspaces.saved.opened', { name }))
        onClose()
      } else {
        showToast(t('workspaces.saved.gone'))
        await refetch()
      }
    } catch (failure) {
      showFailure(failure)
    }
  }

  return (
    <Dialog title={t('workspaces.saved.open')} onClose={onClose}>
      <DialogBody>
        <section className="flex flex-col gap-2 w-[560px] max-w-full" aria-label={t('workspaces.saved.current')}>
          <div className="flex flex-wrap items-center justify-between gap-2">
            <div className="flex flex-1 flex-col min-w-35">
              <b className="overflow-hidden text-m font-semibold text-ellipsis">
                {current ?? t('workspaces.saved.unnamed')}
              </b>
              <span className={unsaved ? 'text-warning text-s' : 'text-faint text-s'} role="status">
                {unsaved
                  ? t('workspaces.saved.isUnsaved')
                  : t(current === null ? 'workspaces.saved.isNew' : 'workspaces.saved.isSaved')}
              </span>
            </div>
            {current !== null && (
              <Button variant="primary" loading={isBusy} disabled={!unsaved} onClick={onSave}>
                {t('workspaces.saved.save')}
              </Button>
            )}
          </div>
          <SaveAs
            names={names}
            loadNames={async () => namesOf(data ?? (await refetch({ cancelRefetch: false })).data)}
            onSave={async (name) => report(await saveAs(send, name), t('workspaces.saved.saved', { name }))}
          />
          <FileActions userId={userId} onImported={onClose} />
        </section>
        <AsideCopies userId={userId} onOpened={onClose} />
        <section aria-label={t('workspaces.saved.list')}>
          {list.length >= MIN_SEARCHED && (
            <SearchBox
              aria-label={t('workspaces.saved.search')}
              placeholder={t('workspaces.saved.search')}
              maxLength={MAX_WORKSPACE_NAME_LENGTH}
              value={search}
              onChange={({ target }) => setSearch(target.value)}
            />
          )}
          {!data && !error && <Loading count={3} />}
          {!data && error && <Failed inset title={t('workspaces.saved.failed')} error={error} onRetry={refetch} />}
          {data && found.length === 0 && (
            <p className="text-faint text-s" role="status">
              {t(list.length === 0 ? 'workspaces.saved.empty' : 'workspaces.saved.noMatch')}
            </p>
          )}
          <ul>
            {found.map((workspace) => (
              <WorkspaceRow
                key={workspace.name}
                workspace={workspace}
                userId={userId}
                names={names ?? []}
                isShown={workspace.name === current}
                onOpen={() => open(workspace)}
                onRename={async (name) =>
                  report(await renameSaved(send, workspace, name), t('workspaces.saved.renamed', { name }))
                }
                onDelete={async () =>
                  report(await deleteSaved(send, workspace), t('workspaces.saved.deleted', { name: workspace.name }))
                }
                onRestored={onClose}
              />
            ))}
          </ul>
        </section>
        <p className="max-w-[560px] text-faint text-s leading-4.5">{t('workspaces.saved.note')}</p>
      </DialogBody>
    </Dialog>
  )
}

type Names = readonly string[] | undefined
const namesOf = (data: Workspaces | undefined): Names => data?.list.map(({ name }) => name)

interface SaveAsProps {
  /** Names of the account; undefined while they load. */
  readonly names: Names
  /** Waits for the names; undefined if they cannot be loaded. */
  readonly loadNames: () => Promise<Names>
  readonly onSave: (name: string) => Promise<boolean>
}

/** Saves the workspace of the page under a new name. */
function SaveAs({ names, loadNames, onSave }: SaveAsProps) {
  const { t } = useTranslation()
  const [name, setName] = useState('')
  const [isBusy, setBusy] = useState(false)
  const typed = name.trim().normalize('NFC')
  const isTakenIn = (list: Names = []) => list.includes(typed)
  const isFullIn = (list: Names = []) => list.length >= MAX_WORKSPACES
  const [isTaken, isFull] = [isTakenIn(names), isFullIn(names)]

  const onSubmit = async (event: FormEvent) => {
    event.preventDefault()
    if (typed === '' || isTaken || isFull || isBusy) return
    setBusy(true)
    const known = await loadNames()
    if (known !== undefined && !isTakenIn(known) && !isFullIn(known) && (await onSave(typed))) setName('')
    setBusy(false)
  }
  return (
    <form className="flex flex-wrap gap-2" onSubmit={(event) => void onSubmit(event)}>
      <Input
        className="flex-1 min-w-35"
        value={name}
        maxLength={MAX_WORKSPACE_NAME_LENGTH}
        aria-label={t('workspaces.saved.name')}
        placeholder={t('workspaces.saved.placeholder')}
        autoComplete="off"
        aria-invalid={isTaken}
        data-autofocus=""
        onChange={({ target }) => setName(target.value)}
      />
      <Button type="submit" variant="outlined" loading={isBusy} disabled={typed === '' || isTaken || isFull}>
        {t('workspaces.saved.saveAs')}
      </Button>
      {isTaken && (
        <p className="w-full text-warning text-s" role="alert">
          {t('workspaces.saved.taken')}
        </p>
      )}
      {isFull && <p className="w-full text-warning text-s">{t('workspaces.saved.full', { max: MAX_WORKSPACES })}</p>}
    </form>
  )
}
