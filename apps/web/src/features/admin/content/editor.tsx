import type { AdminContent, ContentKind } from '@flowprint/contract'
import type { Language } from '@flowprint/i18n'
import { useDeferredValue, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../shared/ui/button.tsx'
import { Dialog } from '../../../shared/ui/dialog.tsx'
import { Segmented } from '../../../shared/ui/segmented.tsx'
import { showToast } from '../../../shared/ui/toasts.ts'
import { useMedia } from '../../../shared/ui/use-media.ts'
import { momentOf } from '../parts/show.ts'
import styles from './content.module.css'
import { Decision } from './decision.tsx'
import { type Draft, draftOf, useDraft } from './draft.ts'
import { shownOf } from './entries.ts'
import { Fields } from './fields.tsx'
import { HistoryDialog } from './history-dialog.tsx'
import { useLeaveGuard } from './leave-guard.tsx'
import { Preview } from './late-preview.tsx'
import { SaveBar } from './save-bar.tsx'
import { StaleNotice } from './stale-notice.tsx'
import { isWaiting, useUploads } from './uploads.ts'
import { useSaveKey } from '../../../shared/keys/save-key.ts'
import { useSave } from './use-save.ts'
import { VersionView } from './version-view.tsx'
import { Callout } from '../../../shared/ui/callout.tsx'

interface EditorProps {
  readonly contentKey: string
  readonly kind: ContentKind
  readonly language: Language
  /** The saved version, refetched after every save; null: not saved yet. */
  readonly content: AdminContent | null
  readonly isHistoryOpen: boolean
  readonly onHistoryClose: () => void
}

type Asked = 'publish' | 'withdraw' | 'theirs' | null

/** Minimum width for text and preview side by side. */
const BESIDE = '(min-width: 1100px)'

export function Editor({ contentKey, kind, language, content, isHistoryOpen, onHistoryClose }: EditorProps) {
  const { t } = useTranslation()
  const isWide = useMedia(BESIDE)
  const [view, setView] = useState<'write' | 'preview'>('write')
  const [asked, setAsked] = useState<Asked>(null)
  const work = useDraft(contentKey, language, content)
  const { draft, isChanged } = work
  const saving = useSave(
    { key: contentKey, kind, language, work },
    content !== null && content.version > work.version ? content : null,
  )
  const uploads = useUploads()
  const coverUploads = useUploads()
  const guard = useLeaveGuard(isChanged, work.forget)
  const shown = useDeferredValue(draft)
  const root = useRef<HTMLDivElement>(null)

  // Focus the first invalid field.
  const { refusals } = saving
  useEffect(() => {
    if (refusals > 0) root.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [refusals])

  const take = (taken: Draft, version: number) => {
    work.change(taken)
    setAsked(null)
    onHistoryClose()
    showToast(t('admin.content.history.taken', { version }))
  }
  const keepMine = () => {
    if (saving.theirs !== null) work.buildOn(saving.theirs.version)
    saving.setTheirs(null)
    showToast(t('admin.content.stale.kept'))
  }
  const saveDraft = () => {
    setView('write')
    void saving.save('draft')
  }
  const ask = (act: 'publish' | 'withdraw') => {
    setView('write')
    if (saving.check(act)) setAsked(act)
  }
  const decide = (act: 'publish' | 'withdraw', remark: string) => {
    setAsked(null)
    void saving.save(act, remark)
  }
  const isHeld = saving.isBusy || uploads.isBusy || coverUploads.isBusy || isWaiting(draft.markdown)
  useSaveKey(() => {
    if (isChanged && !isHeld) saveDraft()
  })
  return (
    <div ref={root} className="flex flex-1 flex-col gap-3 min-h-0">
      {work.foundAt !== null && isChanged && (
        <div role="status" className={styles.found}>
          <p>{t('admin.content.found.text', { time: momentOf(t, work.foundAt) })}</p>
          <Button
            variant="outlined"
            onClick={() => {
              work.discard()
              saving.setTheirs(null)
            }}
          >
            {t('admin.content.found.discard')}
          </Button>
        </div>
      )}
      {saving.theirs !== null && (
        <StaleNotice theirs={saving.theirs} onLook={() => setAsked('theirs')} onKeepMine={keepMine} />
      )}
      {saving.notice !== null && (
        <Callout tone="bad" role="alert">
          {saving.notice}
        </Callout>
      )}
      {!isWide && (
        <Segmented
          wide
          label={t('admin.content.view.label')}
          value={view}
          onChange={setView}
          options={[
            { value: 'write', label: t('admin.content.view.write') },
            { value: 'preview', label: t('admin.content.view.preview') },
          ]}
        />
      )}
      <div className={styles.panes}>
        <div className={styles.pane} hidden={!isWide && view !== 'write'}>
          <Fields
            draft={draft}
            faults={saving.faults}
            language={language}
            isBusy={saving.isBusy}
            uploads={uploads}
            coverUploads={coverUploads}
            onChange={work.change}
          />
        </div>
        {(isWide || view === 'preview') && (
          // Scrollable areas must be reachable by keyboard.
          // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          <div className={styles.preview} role="group" aria-label={t('admin.content.view.preview')} tabIndex={0}>
            <Preview draft={shown} language={language} />
          </div>
        )}
      </div>
      <SaveBar
        isChanged={isChanged}
        isBusy={saving.isBusy}
        isWaiting={isHeld && !saving.isBusy}
        isNew={content === null}
        canPublish={isChanged || (content !== null && (content.draft || !content.published))}
        canWithdraw={content !== null && shownOf(content) === 'published'}
        onSave={saveDraft}
        onPublish={() => ask('publish')}
        onWithdraw={() => ask('withdraw')}
      />
      {(asked === 'publish' || asked === 'withdraw') && (
        <Decision
          act={asked}
          contentKey={contentKey}
          kind={kind}
          language={language}
          title={draft.title.trim()}
          content={content}
          onConfirm={(remark) => decide(asked, remark)}
          onCancel={() => setAsked(null)}
        />
      )}
      {asked === 'theirs' && saving.theirs !== null && (
        <Dialog
          title={t('admin.content.history.of', { version: saving.theirs.version })}
          size="large"
          onClose={() => setAsked(null)}
        >
          <VersionView
            draft={draftOf(saving.theirs)}
            language={language}
            isChanged={isChanged}
            onTake={() => {
              if (saving.theirs === null) return
              work.saved(draftOf(saving.theirs), saving.theirs.version)
              saving.setTheirs(null)
              setAsked(null)
            }}
          />
        </Dialog>
      )}
      {isHistoryOpen && (
        <HistoryDialog
          contentKey={contentKey}
          language={language}
          isChanged={isChanged}
          onTake={take}
          onClose={onHistoryClose}
        />
      )}
      {guard}
      {saving.stepUp}
      {uploads.stepUp}
      {coverUploads.stepUp}
    </div>
  )
}
