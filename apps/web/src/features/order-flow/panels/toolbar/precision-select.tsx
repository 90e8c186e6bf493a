import type { Menus } from '@flowprint/contract'
import { useTranslation } from 'react-i18next'
import { Dropdown } from '../../../../shared/ui/dropdown.tsx'
import { Icon } from '../../../../shared/ui/icons.tsx'
import { PrecisionMenu } from './deferred-menus.tsx'
import { findMarket } from '../../model/menus.ts'
import { useOrder } from '../../model/order-store.ts'
import styles from './toolbar.module.css'

export function PrecisionSelect({ menus }: { menus: Menus }) {
  const { t } = useTranslation()
  const draft = useOrder((state) => state.draft)
  if (!draft || !findMarket(menus, draft.symbol)) return null

  return (
    <Dropdown
      label={t('order.precision')}
      trigger={(props) => (
        <button type="button" className={styles.select} data-tip={t('order.precision')} {...props}>
          <span className={styles.caption}>{t('order.precision')}</span>
          <span>{draft.precision}</span>
          <Icon name="chevron" size={12} />
        </button>
      )}
    >
      {(close) => <PrecisionMenu menus={menus} close={close} />}
    </Dropdown>
  )
}
