import type { Menus } from '@flowprint/contract'
import { useTranslation } from 'react-i18next'
import { Dropdown } from '../../../../shared/ui/dropdown.tsx'
import { Icon } from '../../../../shared/ui/icons.tsx'
import { Tag } from '../../../../shared/ui/tag.tsx'
import { findMarket } from '../../model/menus.ts'
import { useOrder } from '../../model/order-store.ts'
import { SymbolPicker } from './deferred-menus.tsx'
import { SYMBOL_PANEL } from '../../model/layout-store.ts'
import styles from './toolbar.module.css'

interface SymbolButtonProps {
  readonly menus: Menus
  /** After a choice, focus moves to the switch button. */
  readonly onChosen: () => void
}

export function SymbolButton({ menus, onChosen }: SymbolButtonProps) {
  const { t } = useTranslation()
  const { draft, chooseSymbol } = useOrder()
  const market = findMarket(menus, draft?.symbol)

  return (
    <Dropdown
      id={SYMBOL_PANEL}
      label={t('order.picker.title')}
      trigger={(props) => (
        <button type="button" className={styles.symbol} data-tip={t('order.picker.title')} data-tip-key="/" {...props}>
          <span className="visually-hidden">{t('order.symbol')}</span>
          <Icon name="search" size={14} />
          <span className="truncate text-default text-l font-bold">{market?.label ?? draft?.symbol}</span>
          {market && <span className="text-faint text-s max-tablet:hidden">{market.exchange}</span>}
          {market?.kind === 'simulated' && (
            <span className={styles.roomy}>
              <Tag tone="warning">{t('common.simulated')}</Tag>
            </span>
          )}
        </button>
      )}
    >
      {(close) => (
        <SymbolPicker
          menus={menus}
          current={draft?.symbol ?? ''}
          onChoose={(symbol) => {
            chooseSymbol(menus, symbol)
            close()
            onChosen()
          }}
        />
      )}
    </Dropdown>
  )
}
