import type { Language } from '@flowprint/i18n'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import { useLanguage } from '../../../shared/i18n/language.ts'
import type { Column } from '../../../shared/ui/table/data-table.tsx'
import { withChanges } from '../list/use-list.ts'
import parts from '../parts/parts.module.css'
import { momentOf } from '../parts/show.ts'
import styles from './content.module.css'
import type { Entry } from './entries.ts'
import { StateTags } from './state-tags.tsx'
import { LinkButton } from '../../../shared/ui/link-button.tsx'

export function useContentColumns(): readonly Column<Entry>[] {
  const { t } = useTranslation()
  const [params] = useSearchParams()
  const mine = useLanguage()
  const to = (key: string, language: Language) => `?${withChanges(params, { key, language }).toString()}`
  const text = (language: Language): Column<Entry> => ({
    key: language,
    title: t(`admin.content.column.${language}`),
    cell: ({ key, texts: { [language]: row } }) => (
      <span className={styles.cell}>
        <Link to={to(key, language)} className={styles.cellTitle} lang={language === 'zh' ? 'zh-CN' : 'en'}>
          {row === null ? t('admin.content.write') : row.title}
        </Link>
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <StateTags row={row} />
        </span>
      </span>
    ),
  })
  return [
    {
      key: 'key',
      title: t('admin.content.column.key'),
      cell: ({ key }) => (
        <code id={`content-${key}`} className="font-mono text-m wrap-anywhere" lang="zxx">
          {key}
        </code>
      ),
    },
    { key: 'kind', title: t('admin.content.kind'), cell: ({ kind }) => t(`admin.content.kindOf.${kind}`) },
    text('zh'),
    text('en'),
    {
      key: 'updated',
      title: t('admin.content.column.updated'),
      cell: ({ newest }) =>
        newest.updated_by === null
          ? t('admin.content.program')
          : t('admin.content.by', { time: momentOf(t, newest.updated_at), name: newest.updated_by }),
    },
    {
      key: 'actions',
      title: t('admin.frame.actions'),
      align: 'right',
      cell: ({ key, texts }) => (
        <span className={parts.actions} data-actions="">
          <LinkButton
            size="medium"
            variant="outlined"
            to={to(key, texts[mine] === null && texts.zh !== null ? 'zh' : mine)}
            id={`content-edit-${key}`}
            aria-labelledby={`content-edit-${key} content-${key}`}
          >
            {t('admin.content.edit')}
          </LinkButton>
        </span>
      ),
    },
  ]
}
