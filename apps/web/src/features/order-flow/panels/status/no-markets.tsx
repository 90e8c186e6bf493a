import { useTranslation } from 'react-i18next'

/** What a page of charts says when there are no markets. */
export function NoMarkets() {
  const { t } = useTranslation()
  return (
    <div className="absolute inset-0 flex flex-col items-center justify-center gap-3 p-6 text-center text-m">
      <h1 className="text-xl font-semibold">{t('noData.noMarkets.title')}</h1>
      <p>{t('noData.noMarkets.text')}</p>
    </div>
  )
}
