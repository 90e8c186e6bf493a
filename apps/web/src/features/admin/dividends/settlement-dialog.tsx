import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { failureText } from '../../../shared/http/failures.ts'
import { Dialog, DialogBody } from '../../../shared/ui/dialog.tsx'
import { Shortened } from '../../../shared/ui/shortened.tsx'
import { shortenMiddle } from '../../../shared/ui/shorten.ts'
import { Loading } from '../../../shared/ui/page/states.tsx'
import { loadSettlement } from '../calls.ts'
import { Cards } from '../list/cards.tsx'
import { ADMIN_KEY } from '../list/use-list.ts'
import { Fact, Facts } from '../parts/facts.tsx'
import styles from '../parts/parts.module.css'
import { momentOf, moneyOf } from '../parts/show.ts'
import { useDividendColumns } from './dividend-columns.tsx'
import { Callout } from '../../../shared/ui/callout.tsx'

const SHOWN = ['inviteeId', 'invitee', 'paid', 'share', 'ratio']

/** A payout by ID: amount, address, administrator, and its dividends. */
export function SettlementDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation()
  const { data, error } = useQuery({
    queryKey: [...ADMIN_KEY, 'settlement', id],
    queryFn: ({ signal }) => loadSettlement(id, signal),
  })
  const columns = useDividendColumns().filter(({ key }) => SHOWN.includes(key))
  return (
    <Dialog title={t('admin.dividends.found.title', { id: shortenMiddle(id) })} size="large" onClose={onClose}>
      <DialogBody>
        {error && !data && (
          <Callout tone="bad" role="alert">
            {failureText(t, error)}
          </Callout>
        )}
        {!data && !error && <Loading as="words" />}
        {data && (
          <>
            <Facts>
              <Fact name={t('admin.dividends.detail.query')}>
                <Shortened
                  text={data.settlement_id}
                  what={t('admin.dividends.detail.query')}
                  href={data.explorer_url}
                />
              </Fact>
              <Fact name={t('admin.dividends.found.amount')}>
                <strong>{t('admin.frame.usdt', { amount: moneyOf(data.amount) })}</strong>
              </Fact>
              <Fact name={t('admin.dividends.found.inviter')}>
                {data.inviter_name} · ID {data.inviter_id}
              </Fact>
              <Fact name={t('admin.dividends.found.to')}>
                <Shortened text={data.receive_address} what={t('admin.dividends.found.to')} /> {data.network_type}
              </Fact>
              <Fact name={t('admin.dividends.found.time')}>{momentOf(t, data.settlement_time)}</Fact>
              <Fact name={t('admin.dividends.found.operator')}>{data.operator ?? t('admin.audit.program')}</Fact>
            </Facts>
            <h3 className={styles.heading}>{t('admin.dividends.found.rows')}</h3>
            <Cards
              label={t('admin.dividends.found.rows')}
              rows={data.list}
              rowKey={(row) => row.id ?? row.invitee_id}
              columns={columns}
              stale={false}
            />
          </>
        )}
      </DialogBody>
    </Dialog>
  )
}
