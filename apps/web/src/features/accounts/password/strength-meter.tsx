import { useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Strength } from './measure-strength.ts'
import styles from './password.module.css'

const PAUSE_MS = 120
const NAMES = ['veryWeak', 'weak', 'fair', 'strong', 'veryStrong'] as const
const LOOKS = [styles.weak, styles.weak, styles.fair, styles.strong, styles.strong]

/** Strength of the input, debounced; null when there is nothing to measure. */
function useStrength(password: string, own: readonly string[]): Strength | null {
  const [strength, setStrength] = useState<Strength | null>(null)
  // A new array in each render would measure in each render.
  const words = own.join('\n')
  useEffect(() => {
    let isCurrent = true
    const measure = async () => {
      if (password === '') return setStrength(null)
      const { measureStrength } = await import('./measure-strength.ts')
      if (isCurrent) setStrength(measureStrength(password, words.split('\n')))
    }
    const timer = setTimeout(() => void measure().catch(() => undefined), PAUSE_MS)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [password, words])
  return strength
}

/** Advice only; rejections are in the list below. */
export function StrengthMeter({ password, own }: { password: string; own: readonly string[] }) {
  const { t } = useTranslation()
  const labelId = useId()
  const strength = useStrength(password, own)
  const level = strength === null ? '' : t(`accounts.form.strength.level.${NAMES[strength]}`)
  return (
    <div className="flex items-center gap-2 h-4.5">
      <span id={labelId} className="visually-hidden">
        {t('accounts.form.strength.label')}
      </span>
      <div
        className="flex flex-1 gap-[3px]"
        role="meter"
        aria-labelledby={labelId}
        aria-valuemin={0}
        aria-valuemax={4}
        aria-valuenow={strength ?? 0}
        aria-valuetext={level || undefined}
      >
        {[1, 2, 3, 4].map((step) => (
          <span
            key={step}
            className={
              strength !== null && step <= Math.max(1, strength) ? `${styles.bar} ${LOOKS[strength]}` : styles.bar
            }
          />
        ))}
      </div>
      <span className="min-w-16 text-muted text-s text-end">{level}</span>
    </div>
  )
}
