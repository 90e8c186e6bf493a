import type { ContentHistoryRow } from '@flowprint/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { failureText } from '../../../shared/http/failures.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { Dialog, DialogBody } from '../../../shared/ui/dialog.tsx'
import { Pager } from '../../../shared/ui/pager.tsx'
import { loadContentHistory } from '../calls.ts'
import { ADMIN_KEY } from '../list/use-list.ts'
import { momentOf } from '../parts/show.ts'
import { type Draft, draftOf } from './draft.ts'
import { VersionView } from './version-view.tsx'
import { Callout } from '../../../shared/ui/callout.tsx'
import { PlainTable } from '../../../shared/ui/table/plain-table.tsx'

interface HistoryDialogProps {
  readonly contentKey: string
  readonly language: 'zh' | 'en'
  readonly isChanged: boolean
  readonly onTake: (draft: Draft, version: number) => void
  readonly onClose: () => void
}

const PAGE_SIZE = 10

/** All saved versions, newest first. Versions are immutable: restoring one saves it again. */
export function HistoryDialog({ contentKey, language, isChanged, onTake, onClose }: HistoryDialogProps) {
  const { t } = useTranslation()
  const [page, setPage] = useState(1)
  const [seen, setSeen] = useState<ContentHistoryRow | null>(null)
  const body = { key: contentKey, language, page_cur: page, page_size: PAGE_SIZE }
  const { data, error, refetch } = useQuery({
    queryKey: [...ADMIN_KEY, 'content-history', body],
    queryFn: ({ signal }) => loadContentHistory(body, signal),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
  const title =
    seen === null
      ? t('admin.content.history.title', { key: contentKey })
      : t('admin.content.history.of', { version: seen.version })
  return (
    <Dialog title={title} size="large" onClose={onClose}>
      {seen !== null && (
        <VersionView
          draft={draftOf(seen)}
          language={language}
          isChanged={isChanged}
          onBack={() => setSeen(null)}
          onTake={() => onTake(draftOf(seen), seen.version)}
        />
      )}
      {seen === null && error && !data && (
        <DialogBody role="alert">
          <Callout tone="bad">{failureText(t, error)}</Callout>
          <Button variant="outlined" onClick={() => void refetch()}>
            {t('common.retry')}
          </Button>
        </DialogBody>
      )}
      {seen === null && !data && !error && <DialogBody role="status">{t('admin.frame.loading')}</DialogBody>}
      {seen === null && data && <Versions rows={data.list} onLook={setSeen} />}
      {seen === null && data && data.total > PAGE_SIZE && (
        <div className="px-4 py-3">
          <Pager page={page} size={PAGE_SIZE} total={data.total} onPage={setPage} />
        </div>
      )}
    </Dialog>
  )
}

const actOf = ({ version, publish, withdraw }: ContentHistoryRow) =>
  version === 0 ? 'shipped' : withdraw ? 'withdraw' : publish ? 'publish' : 'draft'

function Versions({ rows, onLook }: { rows: readonly ContentHistoryRow[]; onLook: (row: ContentHistoryRow) => void }) {
  const { t } = useTranslation()
  return (
    <PlainTable edge>
      <thead>
        <tr>
          {(['version', 'act', 'when', 'who'] as const).map((name) => (
            <th key={name} scope="col">
              {t(`admin.content.history.${name}`)}
            </th>
          ))}
          <th scope="col">
            <span className="visually-hidden">{t('admin.frame.actions')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.version}>
            <td>{row.version}</td>
            <td>{t(`admin.content.history.actOf.${actOf(row)}`)}</td>
            <td>{momentOf(t, row.at)}</td>
            <td>{row.by ?? t('admin.content.program')}</td>
            <td data-align="right">
              <Button
                variant="outlined"
                aria-label={t('admin.content.history.lookOf', { version: row.version })}
                onClick={() => onLook(row)}
              >
                {t('admin.content.history.look')}
              </Button>
            </td>
          </tr>
        ))}
      </tbody>
    </PlainTable>
  )
}
