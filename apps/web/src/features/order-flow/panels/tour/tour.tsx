import { type CSSProperties, useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PALETTES, useAppearance } from '../../../../shared/theme/appearance.ts'
import { Button } from '../../../../shared/ui/button.tsx'
import { PaletteChoice } from '../../ui/palette-choice.tsx'
import picture from './tour-picture.module.css'
import styles from './tour.module.css'

/** Steps of the tour, in order. */
export const STEPS = ['cell', 'delta', 'imbalance', 'zone'] as const
export type TourStep = (typeof STEPS)[number]

/** A hand-made footprint: bid, ask, buy imbalance, point of control. */
const ROWS = [
  { bid: 12, ask: 31, buy: false, poc: false },
  { bid: 24, ask: 96, buy: true, poc: false },
  { bid: 28, ask: 118, buy: true, poc: false },
  { bid: 31, ask: 104, buy: true, poc: false },
  { bid: 87, ask: 120, buy: false, poc: true },
  { bid: 64, ask: 40, buy: false, poc: false },
  { bid: 22, ask: 9, buy: false, poc: false },
] as const
const BID = ROWS.reduce((sum, row) => sum + row.bid, 0)
const ASK = ROWS.reduce((sum, row) => sum + row.ask, 0)

const tint = (volume: number) => ({ '--strength': `${Math.round(8 + (volume / 120) * 38)}%` }) as CSSProperties

/** Illustration of a step: its subject is highlighted. Decorative; the text says the same. */
function TourPicture({ step }: { step: TourStep }) {
  const { t } = useTranslation()
  return (
    <div className={picture.picture} data-step={step} aria-hidden="true">
      <div className="relative z-1 flex gap-1">
        <i className={picture.stem} />
        <div className="relative">
          {ROWS.map(({ bid, ask, buy, poc }) => (
            <div key={bid} className={picture.row} data-poc={poc}>
              <span className={picture.bid} style={tint(bid)}>
                {bid}
              </span>
              <span className={picture.ask} style={tint(ask)} data-imbalance={buy}>
                {ask}
              </span>
            </div>
          ))}
          <i className={picture.stack} />
        </div>
      </div>
      <i className={picture.zone}>
        <b>{t('chart.zone.label', { side: t('chart.zone.short.support'), rows: 3 })}</b>
      </i>
      <div className={picture.delta}>
        {ASK} − {BID} = <b>+{ASK - BID}</b>
      </div>
    </div>
  )
}

/** Four cards on an account's first visit, each with a small illustration. Escape skips them. */
export function Tour({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation()
  const { palette, choosePalette } = useAppearance()
  const [at, setAt] = useState(0)

  const step = STEPS[at]
  const isLast = at === STEPS.length - 1
  const finish = () => {
    // Closing the tour accepts the default palette: the question is asked only here.
    choosePalette(palette)
    onDone()
  }

  const skip = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    event.preventDefault()
    finish()
  })
  useEffect(() => {
    document.addEventListener('keydown', skip)
    return () => document.removeEventListener('keydown', skip)
  }, [])

  return (
    <section className={styles.tour} role="dialog" aria-label={t('tour.label')}>
      <TourPicture step={step} />
      <div className="flex flex-1 flex-col gap-1.5 px-4.5 pt-4 pb-3.5">
        <p className="text-faint text-s" aria-live="polite">
          {t('tour.step', { step: at + 1, total: STEPS.length })}
        </p>
        <h2 className="text-xl font-bold">{t(`tour.${step}.title`)}</h2>
        <p className="text-muted text-m leading-[1.55]">{t(`tour.${step}.text`)}</p>
        {step === 'delta' && <PaletteChoice palettes={PALETTES} value={palette} onChange={choosePalette} />}
        <div className="flex items-center gap-2 mt-auto pt-2">
          {!isLast && <Button onClick={finish}>{t('tour.skip')}</Button>}
          <span className="flex-1" />
          {at > 0 && (
            <Button variant="outlined" onClick={() => setAt(at - 1)}>
              {t('tour.back')}
            </Button>
          )}
          <Button variant="primary" onClick={() => (isLast ? finish() : setAt(at + 1))}>
            {t(isLast ? 'tour.done' : 'tour.next')}
          </Button>
        </div>
      </div>
    </section>
  )
}
