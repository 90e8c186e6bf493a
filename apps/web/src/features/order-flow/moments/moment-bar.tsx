import type { LoadedMoment, MenuSymbol } from '@flowprint/contract'
import { compareCutoffs } from '@flowprint/orderflow'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { formatMillis } from '../../../shared/format/chart-time.ts'
import { copyText } from '../../../shared/ui/copy-text.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { LinkButton } from '../../../shared/ui/link-button.tsx'
import { useMarket } from '../model/market-store.ts'
import { isReplaying, useReplay } from '../model/replay-store.ts'
import { orderSearch } from '../model/selection.ts'
import { useTimeFormat } from '../model/time-zone.ts'
import { replayClock } from '../panels/replay/replay-clock.ts'
import styles from '../panels/sharing/moments.module.css'

interface MomentBarProps {
  readonly moment: LoadedMoment
  readonly market: MenuSymbol
  /** Shows the moment again, paused. */
  readonly onRestart: () => void
}

/** What the moment is about, and what can be done with it. */
export function MomentBar({ moment, market, onRestart }: MomentBarProps) {
  const { t } = useTranslation()
  const time = useTimeFormat()
  const { cutoff: now, playing } = useReplay()
  const isRunning = useReplay(isReplaying)
  const { symbol, cycle, precision, settings, view, cutoff, note } = moment.content
  useKnownBounds(moment.delay_ms)
  const isElsewhere = now === null || compareCutoffs(now, cutoff) !== 0
  const play = () => {
    if (!isRunning) onRestart()
    replayClock.play(1)
  }

  return (
    <section className={styles.bar} aria-label={t('moments.title')} data-cutoff={`${cutoff.t}+${cutoff.trades}`}>
      <div className={styles.about}>
        {/* The keyboard must reach a note that scrolls. */}
        {note !== '' && (
          // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          <div className={styles.text} role="note" aria-label={t('moments.note')} tabIndex={0}>
            {note}
          </div>
        )}
        <p className={styles.facts}>
          <strong className={styles.label}>{t('moments.title')}</strong>
          {`${market.label} · ${cycle} · ${time.moment(cutoff.t)}${formatMillis(cutoff.t)} ${time.zoneName}`}
        </p>
      </div>
      <div className={styles.actions}>
        {playing === 1 ? (
          <Button variant="primary" onClick={() => replayClock.pause()}>
            {t('moments.pause')}
          </Button>
        ) : (
          <Button variant="primary" onClick={play}>
            {t('moments.play')}
          </Button>
        )}
        <Button variant="outlined" disabled={!isElsewhere} onClick={onRestart}>
          {t('moments.restart')}
        </Button>
        <LinkButton
          variant="outlined"
          size="medium"
          to={`/order${orderSearch({ symbol, cycle, precision, settings, view })}`}
        >
          {t('moments.openLive')}
        </LinkButton>
        <Button onClick={() => void copyText(location.href)}>{t('moments.copyLink')}</Button>
      </div>
    </section>
  )
}

/** The replay starts before the beginning of the history is known. */
function useKnownBounds(delayMs: number): void {
  const from = useMarket(({ meta }) => meta?.coverage?.from ?? 0)
  const offsetMs = useMarket((state) => state.offsetMs)
  const cutoff = useReplay((state) => state.cutoff)
  useEffect(() => {
    const { bounds } = replayClock
    if (cutoff !== null && (bounds.from !== from || bounds.offsetMs !== offsetMs))
      replayClock.setBounds({ from, to: null, delayMs, offsetMs })
  }, [from, offsetMs, delayMs, cutoff])
}
