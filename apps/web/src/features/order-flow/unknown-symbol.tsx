import type { Menus } from '@flowprint/contract'
import { useTranslation } from 'react-i18next'
import { Button } from '../../shared/ui/button.tsx'
import { useOrder } from './model/order-store.ts'
import { nearestSymbols } from './model/symbols.ts'
import { useSwitch } from './model/selection-url.ts'

/** Shown for an unknown symbol in the URL, with suggestions. */
export function UnknownSymbol({ menus, symbol }: { menus: Menus; symbol: string | undefined }) {
  const { t } = useTranslation()
  const chooseSymbol = useOrder((state) => state.chooseSymbol)
  const switchTo = useSwitch()
  return (
    <div className="flex flex-1 flex-col items-center justify-center gap-3 p-6 text-center" role="alert">
      <h1 className="text-xl font-semibold">{t('chart.failed.unknownSymbol', { symbol: symbol ?? '' })}</h1>
      <div className="flex flex-wrap justify-center gap-2">
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
