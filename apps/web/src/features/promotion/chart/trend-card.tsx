import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Card } from '../../../shared/ui/page/page.tsx'
import { Empty, Failed, Loading } from '../../../shared/ui/page/states.tsx'
import { Segmented } from '../../../shared/ui/segmented.tsx'
import { loadChart } from '../calls.ts'
import { dayBefore } from './scale.ts'
import styles from './trend.module.css'
import { TrendChart, type TrendKind } from './trend-chart.tsx'

const RANGES = ['30', '90', '365'] as const
type Range = (typeof RANGES)[number]

/** Invitees and dividends over time. */
export function TrendCard() {
  const { t } = useTranslation()
  const [kind, setKind] = useState<TrendKind>('earnings')
  const [range, setRange] = useState<Range>('30')
  const { data, error, refetch } = useQuery({
    queryKey: ['inviter_chart', range],
    // The last day is today in the business calendar, which the server knows.
    queryFn: ({ signal }) => loadChart({ from: dayBefore(Date.now(), Number(range) - 1) }, signal),
    placeholderData: keepPreviousData,
  })
  // When the business calendar is a day ahead, there is one day more than requested.
  const days = data?.list.slice(-Number(range))
  return (
    <Card
      title={t('promotion.chart.heading')}
      side={
        <div className="flex flex-wrap gap-2">
          <Segmented
            label={t('promotion.chart.what')}
            value={kind}
            onChange={setKind}
            options={(['earnings', 'invited'] as const).map((value) => ({
              value,
              label: t(`promotion.chart.${value}`),
            }))}
          />
          <Segmented
            label={t('promotion.chart.range')}
            value={range}
            onChange={setRange}
            options={RANGES.map((value) => ({ value, label: t('promotion.chart.days', { days: value }) }))}
          />
        </div>
      }
    >
      {days && days.length > 0 && <TrendChart days={days} kind={kind} />}
      {days?.length === 0 && (
        <div className={styles.empty}>
          <Empty inset title={t('promotion.chart.empty')} />
        </div>
      )}
      {!data && (
        <div className={styles.empty}>
          {error ? (
            <Failed inset title={t('promotion.chart.failed')} error={error} onRetry={refetch} />
          ) : (
            <Loading as="words" />
          )}
        </div>
      )}
    </Card>
  )
}
