import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../shared/ui/button.tsx'
import { Segmented } from '../../../shared/ui/segmented.tsx'
import styles from './content.module.css'
import type { Draft } from './draft.ts'
import { Preview } from './late-preview.tsx'

interface VersionViewProps {
  readonly draft: Draft
  readonly language: string
  /** Unsaved changes would be replaced. */
  readonly isChanged: boolean
  readonly onTake: () => void
  readonly onBack?: () => void
}

/** A saved version, rendered and as source; can be restored to the editor. */
export function VersionView({ draft, language, isChanged, onTake, onBack }: VersionViewProps) {
  const { t } = useTranslation()
  const [view, setView] = useState<'preview' | 'source'>('preview')
  return (
    <div className="flex flex-col gap-3 px-4 pt-3 pb-4">
      <div className={styles.versionHead}>
        <Segmented
          label={t('admin.content.view.label')}
          value={view}
          onChange={setView}
          options={[
            { value: 'preview', label: t('admin.content.view.preview') },
            { value: 'source', label: t('admin.content.history.source') },
          ]}
        />
        {onBack && <Button onClick={onBack}>{t('admin.content.history.back')}</Button>}
      </div>
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={styles.versionText} role="group" aria-label={t('admin.content.view.label')} tabIndex={0}>
        {view === 'preview' ? (
          <Preview draft={draft} language={language} />
        ) : (
          <pre className="m-0 font-mono text-m leading-[1.7] wrap-anywhere whitespace-pre-wrap" lang={language}>
            {draft.markdown}
          </pre>
        )}
      </div>
      <div className={styles.versionFoot}>
        <p className={isChanged ? styles.lost : styles.hint}>
          {t(isChanged ? 'admin.content.history.takeLost' : 'admin.content.history.takeText')}
        </p>
        <Button variant="primary" size="large" onClick={onTake}>
          {t('admin.content.history.take')}
        </Button>
      </div>
    </div>
  )
}
