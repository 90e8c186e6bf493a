import type { InviterParam } from '@flowprint/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatTimeLeft, formatTime } from '../../../shared/format/time.ts'
import { useLanguage } from '../../../shared/i18n/language.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { CopyButton } from '../../../shared/ui/copy-button.tsx'
import { Card } from '../../../shared/ui/page/page.tsx'
import { useServerNow } from '../../../shared/ui/use-server-now.ts'
import { PayoutDialog } from './payout-dialog.tsx'
import styles from './payout.module.css'
import { Callout } from '../../../shared/ui/callout.tsx'
import { CodeBox } from '../../../shared/ui/code-box.tsx'

/** The payout address. */
export function PayoutCard({ inviter }: { inviter: InviterParam }) {
  const { t } = useTranslation()
  const [editing, setEditing] = useState(false)
  const { receive_address: address, network_type: network, address_usable_at: usableAt } = inviter
  return (
    <Card title={t('promotion.address.heading')}>
      <dl className={styles.facts}>
        <dt>{t('promotion.address.network')}</dt>
        <dd>{network} · USDT</dd>
        <dt>{t('promotion.address.name')}</dt>
        <dd>
          {address === null ? (
            <span className="text-warning">{t('promotion.address.none')}</span>
          ) : (
            <span className="flex items-center gap-1.5">
              <CodeBox data-payout="">{address}</CodeBox>
              <CopyButton text={address} what={t('promotion.address.name')} />
            </span>
          )}
        </dd>
      </dl>
      {address !== null && usableAt !== null && <Cooling usableAt={usableAt} />}
      <div>
        <Button variant={address === null ? 'primary' : 'outlined'} size="large" onClick={() => setEditing(true)}>
          {t(address === null ? 'promotion.address.set' : 'promotion.address.change')}
        </Button>
      </div>
      {editing && <PayoutDialog inviter={inviter} onClose={() => setEditing(false)} />}
    </Card>
  )
}

/** When a changed address takes effect; hidden afterwards. */
function Cooling({ usableAt }: { usableAt: string }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const leftMs = Date.parse(usableAt) - useServerNow()
  if (leftMs <= 0) return null
  return (
    <Callout tone="warning">
      {t('promotion.address.cooling', { time: formatTime(usableAt, language), left: formatTimeLeft(t, leftMs) })}
    </Callout>
  )
}
