import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PALETTES, useAppearance } from '../../../shared/theme/appearance.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { PaletteChoice } from '../panel/palette-choice.tsx'
import { STEPS } from './steps.ts'
import { TourPicture } from './tour-picture.tsx'
import styles from './tour.module.css'

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
      <div className={styles.text}>
        <p className={styles.count} aria-live="polite">
          {t('tour.step', { step: at + 1, total: STEPS.length })}
        </p>
        <h2 className={styles.title}>{t(`tour.${step}.title`)}</h2>
        <p className={styles.body}>{t(`tour.${step}.text`)}</p>
        {step === 'delta' && <PaletteChoice palettes={PALETTES} value={palette} onChange={choosePalette} />}
        <div className={styles.actions}>
          {!isLast && <Button onClick={finish}>{t('tour.skip')}</Button>}
          <span className={styles.spring} />
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
