import { CONTENT_KINDS } from '@flowprint/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { Button } from '../../../shared/ui/button.tsx'
import { loadContents } from '../calls.ts'
import { ManagerPage } from '../frame/manager-page.tsx'
import { ChoiceFilter } from '../list/choice-filter.tsx'
import { FilterBar } from '../list/filter-bar.tsx'
import { ADMIN_KEY, useFilters, withChanges } from '../list/use-list.ts'
import { SelectFilter } from '../list/select-filter.tsx'
import { StaticRows } from '../list/static-rows.tsx'
import { useContentColumns } from './content-columns.tsx'
import { joinLanguages, narrowed, STATES } from './entries.ts'
import { NewArticleDialog } from './new-article-dialog.tsx'

/** Every page and article with its state in each language and its last author. */
export function Contents() {
  const { t } = useTranslation()
  const [isNew, setNew] = useState(false)
  const [params, setParams] = useSearchParams()
  const { values, isNarrowed, set, clear } = useFilters(['kind', 'state'], { kind: CONTENT_KINDS, state: STATES })
  const { data, error, refetch } = useQuery({
    queryKey: [...ADMIN_KEY, 'contents'],
    queryFn: ({ signal }) => loadContents(signal),
    staleTime: 0,
  })
  const entries = data && joinLanguages(data.list)
  return (
    <ManagerPage
      title={t('admin.content.title')}
      lead={t('admin.content.lead')}
      fills
      tools={
        <Button variant="primary" disabled={entries === undefined} onClick={() => setNew(true)}>
          {t('admin.content.add')}
        </Button>
      }
    >
      <FilterBar isNarrowed={isNarrowed} onClear={clear}>
        <ChoiceFilter
          label={t('admin.content.kind')}
          value={values.kind}
          onChange={(value) => set('kind', value)}
          options={CONTENT_KINDS.map((value) => ({ value, label: t(`admin.content.kindOf.${value}`) }))}
        />
        <SelectFilter
          label={t('admin.content.state')}
          value={values.state}
          onChange={(value) => set('state', value)}
          options={STATES.map((value) => ({ value, label: t(`admin.content.stateOf.${value}`) }))}
        />
      </FilterBar>
      <StaticRows
        label={t('admin.content.title')}
        rows={entries && narrowed(entries, values)}
        error={error}
        onRetry={() => void refetch()}
        empty={t('admin.content.empty')}
        rowKey={({ key }) => key}
        columns={useContentColumns()}
      />
      {isNew && entries && (
        <NewArticleDialog
          taken={entries.map(({ key }) => key)}
          onClose={() => setNew(false)}
          onStart={(key, language) => setParams(withChanges(params, { key, language }))}
        />
      )}
    </ManagerPage>
  )
}
