import type { LoadedMoment, Menus, MenuSymbol } from '@flowprint/contract'
import { isSequenceCycle } from '@flowprint/orderflow'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { createTimeFormat } from '../../../shared/format/chart-time.ts'
import { call } from '../../../shared/http/call.ts'
import { failureSlug } from '../../../shared/http/envelope.ts'
import { failureText } from '../../../shared/http/failures.ts'
import { useLanguage } from '../../../shared/i18n/language.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { LinkButton } from '../../../shared/ui/link-button.tsx'
import { ChartPage } from '../chart-page.tsx'
import type { ChartController } from '../chart/chart-controller.ts'
import { addressedChart, useActiveChart } from '../model/active-chart.tsx'
import { type ChartScope, ChartScopeProvider } from '../model/chart-scope.ts'
import { findMarket, useMenus } from '../model/menus.ts'
import { useTimeZone } from '../model/time-zone.ts'
import { replayClock } from '../panels/replay/replay-clock.ts'
import { SkeletonColumns } from '../ui/skeleton-columns.tsx'
import { MomentBar } from './moment-bar.tsx'
import { createMomentScope } from './moment-scope.ts'

/** /moment/:id: the chart as of the moment, paused. */
export function Page() {
  const { t } = useTranslation()
  const { id = '' } = useParams()
  const menus = useMenus()
  const moment = useQuery({
    queryKey: ['moment', id],
    queryFn: ({ signal }) => call('POST /moment', { body: { id }, signal, toast: false }),
    // It does not change while it is read.
    staleTime: Infinity,
    retry: false,
  })
  const failed = moment.error ?? menus.error
  if (moment.data && menus.data) return <MomentWithMenus moment={moment.data} menus={menus.data} />
  if (!failed)
    return (
      <div className="relative h-full" role="status" aria-busy="true">
        <SkeletonColumns still={false} />
        <span className="visually-hidden">{t('shell.loading')}</span>
      </div>
    )
  // An id of another form cannot be one.
  const isGone = failureSlug(failed) === 'NOT_FOUND' || failureSlug(failed) === 'VALIDATION'
  return isGone ? (
    <Message title={t('moments.gone.title')} text={t('moments.gone.text')} />
  ) : (
    <Message title={t('moments.failed')} text={failureText(t, failed)}>
      <Button variant="primary" size="large" onClick={() => void Promise.all([moment.refetch(), menus.refetch()])}>
        {t('common.retry')}
      </Button>
    </Message>
  )
}

function MomentWithMenus({ moment, menus }: { readonly moment: LoadedMoment; readonly menus: Menus }) {
  const { t } = useTranslation()
  const [scope] = useState(() => createMomentScope(moment.content))
  const { symbol, cycle } = moment.content
  // Once found, the market stays: refetched menus may be without it for a moment.
  const [market] = useState(() => findMarket(menus, symbol))
  if (market === undefined)
    return <Message title={t('moments.noMarket.title', { symbol })} text={t('moments.noMarket.text')} />
  if (!menus.cycle.some(({ value }) => value === cycle) && !isSequenceCycle(cycle))
    return <Message title={t('moments.unreadable.title')} text={t('moments.unreadable.text')} />
  if (moment.wait_ms > 0) return <NotYet moment={moment} />
  return <MomentChart moment={moment} menus={menus} market={market} scope={scope} />
}

interface MomentChartProps {
  readonly moment: LoadedMoment
  readonly menus: Menus
  readonly market: MenuSymbol
  readonly scope: ChartScope
}

function MomentChart({ moment, menus, market, scope }: MomentChartProps) {
  const detach = useRef<(() => void) | null>(null)
  const start = () =>
    replayClock.startAt(moment.content.cutoff, { from: 0, to: null, delayMs: moment.delay_ms, offsetMs: 0 })
  useEffect(() => {
    useActiveChart.setState({ scope })
    return () => useActiveChart.setState({ scope: addressedChart })
  }, [scope])
  // The replay begins before the chart opens: nothing later than the cutoff is loaded. It ends with the chart.
  const attach = (controller: ChartController | null) => {
    detach.current?.()
    detach.current = null
    if (controller === null) return
    start()
    detach.current = replayClock.attach(controller)
  }
  return (
    <ChartScopeProvider value={scope}>
      <ChartPage
        menus={menus}
        head={<MomentBar moment={moment} market={market} onRestart={start} />}
        onController={attach}
      />
    </ChartScopeProvider>
  )
}

/** The moment is newer than the reader's delay. */
function NotYet({ moment: { wait_ms: waitMs, delay_ms: delayMs } }: { readonly moment: LoadedMoment }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const zone = useTimeZone((state) => state.zone)
  const time = createTimeFormat(language, zone)
  const [at] = useState(() => Date.now() + waitMs)
  const text = t('moments.notYet.text', { time: `${time.moment(at)} ${time.zoneName}` })
  return (
    <Message title={t('moments.notYet.title')} text={delayMs > 0 ? `${text} ${t('moments.notYet.delay')}` : text}>
      {delayMs > 0 && <LinkButton to="/activate">{t('moments.notYet.activate')}</LinkButton>}
    </Message>
  )
}

interface MessageProps {
  readonly title: string
  readonly text: string
  readonly children?: ReactNode
}

function Message({ title, text, children }: MessageProps) {
  const { t } = useTranslation()
  return (
    <div className="flex flex-col items-center justify-center gap-3 h-full p-6 text-center" role="alert">
      <h1 className="text-xl font-semibold">{title}</h1>
      <p className="max-w-[460px] text-muted text-m">{text}</p>
      <div className="flex flex-wrap justify-center gap-2">
        {children}
        <LinkButton to="/order" variant="outlined">
          {t('moments.toChart')}
        </LinkButton>
      </div>
    </div>
  )
}
