import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { failureText } from '../../../shared/http/failures.ts'
import { loadAudit } from '../calls.ts'
import { ADMIN_KEY } from '../list/use-list.ts'
import parts from '../parts/parts.module.css'
import { momentOf, percentOf } from '../parts/show.ts'
import styles from './dividends.module.css'
import { ratioChanges } from './dividend-terms.ts'
import { Callout } from '../../../shared/ui/callout.tsx'

const NEWEST = 20

/** History of ratios, newest first, from the audit log. */
export function RatioHistory({ inviterId }: { inviterId: number }) {
  const { t } = useTranslation()
  const body = { action: 'set_ratio', object: `account:${inviterId}`, page_cur: 1, page_size: NEWEST }
  const { data, error } = useQuery({
    queryKey: [...ADMIN_KEY, 'audit', body],
    queryFn: ({ signal }) => loadAudit(body, signal),
    staleTime: 0,
  })
  const changes = data && ratioChanges(data.list)
  return (
    <section className="flex flex-col gap-2">
      <h3 className={parts.heading}>{t('admin.dividends.ratio.history')}</h3>
      {!changes &&
        (error ? (
          <Callout tone="bad" role="alert">
            {failureText(t, error)}
          </Callout>
        ) : (
          <p className="text-muted text-m">{t('admin.frame.loading')}</p>
        ))}
      {changes?.length === 0 && <p className="text-muted text-m">{t('admin.dividends.ratio.never')}</p>}
      {changes && changes.length > 0 && (
        <ul className={styles.changes}>
          {changes.map(({ id, at, by, ratio, remark }) => (
            <li key={id}>
              <strong>{ratio === null ? t('admin.dividends.ratio.levelAgain') : percentOf(ratio)}</strong>
              <span className="text-muted text-m">
                {momentOf(t, at)} · {by ?? t('admin.audit.program')}
              </span>
              <span className="flex-[1_1_160px] min-w-0 wrap-anywhere">{remark}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
