import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../shared/ui/button.tsx'
import { Tag } from '../../../shared/ui/tag.tsx'
import styles from './demo-card.module.css'
import { Skeleton } from './skeleton.tsx'
import { SPEED, useDemo } from './use-demo.ts'

/** A live footprint chart, fed from a recorded tape of the simulator. */
export function DemoCard() {
  const { t } = useTranslation()
  const stage = useRef<HTMLDivElement>(null)
  const { state, still, playing, toggle } = useDemo(stage)
  return (
    <section className={styles.card} aria-label={t('home.demo.heading')}>
      <div className={styles.head}>
        <strong>BTC/USD</strong>
        <span className="text-faint">1m</span>
        <Tag tone="warning">{t('home.demo.simulated')}</Tag>
        <span className={styles.speed}>{t('home.demo.speed', { speed: SPEED })}</span>
        <Button disabled={state !== 'ready'} onClick={toggle}>
          {playing ? t('home.demo.pause') : t('home.demo.play')}
        </Button>
      </div>
      <div className={styles.stage} data-demo={state} data-playing={playing}>
        <Skeleton />
        {/* Not interactive: the pointer scrolls the page and Tab skips it. */}
        <div ref={stage} inert className={state === 'ready' ? `${styles.chart} ${styles.shown}` : styles.chart} />
        <span
          role="img"
          className="visually-hidden"
          aria-label={playing ? t('home.demo.label', { speed: SPEED }) : t('home.demo.labelStill')}
        />
        {state === 'failed' && (
          <p className={styles.failed} role="status">
            {t('home.demo.failed')}
          </p>
        )}
      </div>
      <p className={styles.foot}>
        <span>{still && !playing ? t('home.demo.still') : t('home.demo.explained')}</span>
        <a href="https://www.tradingview.com/" target="_blank" rel="noreferrer">
          {t('status.attribution')}
        </a>
      </p>
    </section>
  )
}
