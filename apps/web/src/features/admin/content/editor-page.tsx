import { LANGUAGE_CODES, type AdminContent, type AdminContentRow, type ContentKind } from '@flowprint/contract'
import type { Language } from '@flowprint/i18n'
import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import { failureText } from '../../../shared/http/failures.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { Icon } from '../../../shared/ui/icons.tsx'
import { loadContent, loadContents } from '../calls.ts'
import { ManagerPage } from '../frame/manager-page.tsx'
import { ADMIN_KEY, withChanges } from '../list/use-list.ts'
import styles from './content.module.css'
import { Editor } from './editor.tsx'
import { hasDraft, publicPath, shownOf } from './entries.ts'
import { StateTags } from './state-tags.tsx'
import { Callout } from '../../../shared/ui/callout.tsx'
import { LinkButton } from '../../../shared/ui/link-button.tsx'

interface EditorPageProps {
  readonly contentKey: string
  readonly language: Language
}

/**
 * Editor of one text in one language. Refetched each time it is opened, so that editing starts from the newest version.
 */
export function EditorPage({ contentKey, language }: EditorPageProps) {
  const { t } = useTranslation()
  const [isHistoryOpen, setHistoryOpen] = useState(false)
  const list = useQuery({
    queryKey: [...ADMIN_KEY, 'contents'],
    queryFn: ({ signal }) => loadContents(signal),
    staleTime: 0,
  })
  const one = useQuery({
    queryKey: [...ADMIN_KEY, 'content', contentKey, language],
    queryFn: ({ signal }) => loadContent(contentKey, language, signal),
    staleTime: 0,
    gcTime: 0,
  })
  const error = list.error ?? one.error
  const texts = list.data?.list.filter(({ key }) => key === contentKey) ?? []
  const kind: ContentKind = texts.at(0)?.kind ?? 'media'
  const content = one.data ?? null
  const isThere = list.data !== undefined && one.data !== undefined
  return (
    <ManagerPage
      title={content?.title ?? texts.at(0)?.title ?? contentKey}
      lead={isThere ? nowText(t, content, texts.length === 0, language) : contentKey}
      fills
      tools={
        (isThere || error) && (
          <Tools
            contentKey={contentKey}
            kind={kind}
            language={language}
            texts={texts}
            content={content}
            onHistory={() => setHistoryOpen(true)}
          />
        )
      }
    >
      {error && !isThere && (
        <Callout tone="bad" role="alert">
          <p>{failureText(t, error)}</p>
          <Button variant="outlined" onClick={() => void Promise.all([list.refetch(), one.refetch()])}>
            {t('common.retry')}
          </Button>
        </Callout>
      )}
      {!isThere && !error && (
        <p role="status" className="text-muted text-m">
          {t('admin.frame.loading')}
        </p>
      )}
      {isThere && (
        <Editor
          key={`${contentKey} ${language}`}
          contentKey={contentKey}
          kind={kind}
          language={language}
          content={content}
          isHistoryOpen={isHistoryOpen}
          onHistoryClose={() => setHistoryOpen(false)}
        />
      )}
    </ManagerPage>
  )
}

/** The published version. */
function nowText(t: TFunction, content: AdminContent | null, isNew: boolean, language: Language): string {
  if (content === null)
    return isNew
      ? t('admin.content.now.new')
      : t('admin.content.now.missing', { language: t(`admin.content.languageName.${language}`) })
  const shown = t(`admin.content.now.${shownOf(content)}`, { version: content.published_version })
  return hasDraft(content) ? t('admin.content.now.draft', { shown, version: content.version }) : shown
}

interface ToolsProps {
  readonly contentKey: string
  readonly kind: ContentKind
  readonly language: Language
  readonly texts: readonly AdminContentRow[]
  readonly content: AdminContent | null
  readonly onHistory: () => void
}

/** Back link, other language, history, and the public page. */
function Tools({ contentKey, kind, language, texts, content, onHistory }: ToolsProps) {
  const { t } = useTranslation()
  const [params] = useSearchParams()
  const to = (changes: Readonly<Record<string, string>>) => `?${withChanges(params, changes).toString()}`
  return (
    <>
      <LinkButton size="medium" variant="outlined" to={to({ key: '', language: '' })}>
        {t('admin.frame.back', { place: t('admin.frame.place.content') })}
      </LinkButton>
      <nav className={styles.languages} aria-label={t('admin.content.language')}>
        {LANGUAGE_CODES.map((code) => (
          <Link
            key={code}
            to={to({ language: code })}
            className={styles.language}
            aria-current={code === language ? 'true' : undefined}
          >
            {t(`admin.content.languageName.${code}`)}{' '}
            <StateTags row={texts.find((row) => row.language === code) ?? null} />
          </Link>
        ))}
      </nav>
      {content !== null && (
        <Button variant="outlined" onClick={onHistory}>
          {t('admin.content.history.button')}
        </Button>
      )}
      {content?.published && (
        <LinkButton size="medium" variant="outlined" to={publicPath(kind, contentKey)} target="_blank">
          {t('admin.content.open')}&nbsp;
          <Icon name="external" size={14} />
        </LinkButton>
      )}
    </>
  )
}
