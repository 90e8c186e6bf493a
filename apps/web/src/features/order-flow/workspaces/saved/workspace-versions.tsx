import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatTime } from '../../../../shared/format/time.ts'
import { useLanguage } from '../../../../shared/i18n/language.ts'
import { Button } from '../../../../shared/ui/button.tsx'
import { Failed, Loading } from '../../../../shared/ui/page/states.tsx'
import { showToast } from '../../../../shared/ui/toasts.ts'
import { readDocument } from '../workspace-text.ts'
import { countCells, restoreVersion } from './workspace-actions.ts'
import { useSendWorkspace, useVersion, useVersions, type ListedWorkspace } from './workspace-calls.ts'

interface WorkspaceVersionsProps {
  readonly workspace: ListedWorkspace
  readonly userId: number
  readonly onRestored: () => void
}

/** Documents that saves replaced: when, what they contain, and restoring one. */
export function WorkspaceVersions({ workspace, userId, onRestored }: WorkspaceVersionsProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { data, error, refetch } = useVersions(workspace)
  const [chosen, setChosen] = useState<number | null>(null)

  if (!data && error)
    return <Failed inset title={t('workspaces.saved.versions.failed')} error={error} onRetry={refetch} />
  if (!data) return <Loading count={2} />
  if (data.list.length === 0)
    return (
      <p className="w-full text-faint text-s" role="status">
        {t('workspaces.saved.versions.empty')}
      </p>
    )
  return (
    <ol className="w-full ps-3 border-s border-line" aria-label={t('workspaces.saved.versions.show')}>
      {data.list.map(({ version, saved_at: savedAt }) => (
        <li key={version} className="flex flex-wrap items-center justify-between gap-2 min-h-9 text-s">
          <time dateTime={savedAt}>{formatTime(savedAt, language)}</time>
          {chosen === version ? (
            <Preview workspace={workspace} version={version} userId={userId} onRestored={onRestored} />
          ) : (
            <Button onClick={() => setChosen(version)}>{t('workspaces.saved.versions.preview')}</Button>
          )}
        </li>
      ))}
    </ol>
  )
}

/** What a version contains, and restoring it. */
function Preview({ workspace, version, userId, onRestored }: WorkspaceVersionsProps & { readonly version: number }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useVersion(workspace.name, version)
  const send = useSendWorkspace()
  const [isBusy, setBusy] = useState(false)
  if (data === undefined && error)
    return <Failed inset title={t('workspaces.saved.versions.failed')} error={error} onRetry={refetch} />
  if (data === undefined) return <Loading as="words" count={1} />
  const read = readDocument(data?.document)
  if (read.kind !== 'workspace') return <span role="alert">{t('workspaces.saved.versions.unusable')}</span>
  const { document } = read

  const restore = async () => {
    setBusy(true)
    const result = await restoreVersion(send, userId, workspace, document)
    setBusy(false)
    if (result === 'stale') showToast(t('workspaces.saved.stale'))
    if (result !== 'saved') return
    showToast(t('workspaces.saved.versions.restored', { name: workspace.name }))
    onRestored()
  }
  return (
    <div className="flex flex-1 flex-wrap items-center justify-end gap-2">
      <span className="text-muted" title={document.tabs.map(({ name }) => name).join(' · ')}>
        {t('workspaces.saved.versions.about', { tabs: document.tabs.length, cells: countCells(document) })}
      </span>
      <Button variant="outlined" loading={isBusy} ref={(button) => button?.focus()} onClick={() => void restore()}>
        {t('workspaces.saved.versions.restore')}
      </Button>
    </div>
  )
}
