import type { Menus } from '@flowprint/contract'
import { useTranslation } from 'react-i18next'
import { Button } from '../../shared/ui/button.tsx'
import { useOrder } from './model/order-store.ts'
import { nearestSymbols } from './model/symbol-search.ts'
import { useSwitch } from './model/use-selection.ts'
import styles from './order-page.module.css'

/** Shown for an unknown symbol in the URL, with suggestions. */
export function UnknownSymbol({ menus, symbol }: { menus: Menus; symbol: string | undefined }) {
  const { t } = useTranslation()
  const chooseSymbol = useOrder((state) => state.chooseSymbol)
  const switchTo = useSwitch()
  return (
    <div className={styles.message} role="alert">
      <h1 className={styles.title}>{t('chart.failed.unknownSymbol', { symbol: symbol ?? '' })}</h1>
      <div className={styles.choices}>
        {nearestSymbols(menus.symbol, symbol ?? '').map(({ value, label }) => (
          <Button
            key={value}
            variant="outlined"
            size="large"
            onClick={() => {
              chooseSymbol(menus, value)
              switchTo()
            }}
          >
            {label} · {value}
          </Button>
        ))}
      </div>
    </div>
  )
}
