import { useTranslation } from 'react-i18next'
import { failureText } from '../../../../shared/http/failures.ts'
import { Button } from '../../../../shared/ui/button.tsx'

export interface NoMarketsProps {
  /** Why the markets could not be loaded; null: there are none. */
  readonly error: unknown
  readonly retry: () => void
}

/** Why a page of charts shows none. */
export function NoMarkets({ error, retry }: NoMarketsProps) {
  const { t } = useTranslation()
  if (error === null)
    return (
      <>
        <h1 className="text-xl font-semibold">{t('noData.noMarkets.title')}</h1>
        <p>{t('noData.noMarkets.text')}</p>
      </>
    )
  return (
    <div className="flex flex-1 flex-col items-center justify-center gap-3 p-6 text-center" role="alert">
      <h1 className="text-xl font-semibold">{t('chart.failed.title')}</h1>
      <p className="max-w-[460px] text-muted text-m">{failureText(t, error)}</p>
      <Button variant="primary" size="large" onClick={retry}>
        {t('common.retry')}
      </Button>
    </div>
  )
}
