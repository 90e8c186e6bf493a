import { tidySequence } from '@flowprint/orderflow'
import type { TFunction } from 'i18next'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatCount } from '../../../../shared/format/number.ts'
import { Button } from '../../../../shared/ui/button.tsx'
import { Segmented } from '../../../../shared/ui/segmented.tsx'
import styles from './sequence-choice.module.css'
import fields from './toolbar.module.css'

type Kind = 't' | 'v'

/** "1,000 trades", "volume 2.5". */
function cycleWords(t: TFunction, cycle: string): string {
  const number = cycle.slice(0, -1)
  if (cycle.endsWith('v')) return t('cycles.volume', { size: number })
  return t('cycles.ticks', { size: formatCount(Number(number)) })
}

/** Trade and volume bars: the menu's sizes, and a custom one. Loaded when the list of cycles opens. */
export function SequenceChoice({
  cycles,
  current,
  onChoose,
}: {
  cycles: readonly string[]
  current: string
  onChoose: (cycle: string) => void
}) {
  const { t } = useTranslation()
  const own = tidySequence(current)
  const [text, setText] = useState(own === null ? '' : own.slice(0, -1))
  const [kind, setKind] = useState<Kind>(own?.endsWith('v') ? 'v' : 't')
  const [refused, setRefused] = useState(false)
  const id = useId()

  return (
    <section
      className="w-[320px] max-w-full min-h-[190px] p-2.5 border-t border-line max-phone:w-full"
      aria-labelledby={`${id}-heading`}
    >
      <h3 id={`${id}-heading`} className="text-default text-m font-semibold">
        {t('cycles.heading')}
      </h3>
      <p className="mt-1 mb-2 text-faint text-s leading-[1.5]">{t('cycles.note')}</p>
      {(['t', 'v'] as const).map((unit) => (
        <div
          key={unit}
          className="flex flex-wrap items-center gap-1 mt-1"
          role="group"
          aria-label={t(unit === 't' ? 'cycles.byTicks' : 'cycles.byVolume')}
        >
          <span className="min-w-12 text-faint text-s" aria-hidden="true">
            {t(unit === 't' ? 'cycles.byTicks' : 'cycles.byVolume')}
          </span>
          {cycles
            .filter((cycle) => cycle.endsWith(unit))
            .map((cycle) => (
              <button
                key={cycle}
                type="button"
                className={styles.size}
                aria-pressed={cycle === current}
                aria-label={cycleWords(t, cycle)}
                onClick={() => onChoose(cycle)}
              >
                {cycle}
              </button>
            ))}
        </div>
      ))}
      <form
        className="mt-2.5"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          const cycle = tidySequence(`${text}${kind}`)
          setRefused(cycle === null)
          if (cycle !== null) onChoose(cycle)
        }}
      >
        <label htmlFor={id} className="block mb-1.5 text-faint text-s">
          {t('cycles.own')}
        </label>
        <div className="flex flex-wrap items-center gap-1.5">
          <input
            id={id}
            className={`${fields.field} w-23`}
            inputMode="decimal"
            autoComplete="off"
            value={text}
            placeholder={kind === 't' ? '1000' : '100'}
            aria-label={t('cycles.size')}
            aria-invalid={refused}
            aria-describedby={refused ? `${id}-fault` : undefined}
            onChange={(event) => {
              setText(event.target.value)
              setRefused(false)
            }}
          />
          <Segmented
            label={t('cycles.by')}
            value={kind}
            onChange={setKind}
            options={[
              { value: 't', label: t('cycles.byTicks') },
              { value: 'v', label: t('cycles.byVolume') },
            ]}
          />
          <Button type="submit" variant="outlined">
            {t('common.apply')}
          </Button>
        </div>
        {refused && (
          <p id={`${id}-fault`} role="alert" className={fields.fault}>
            {t('cycles.invalid')}
          </p>
        )}
      </form>
    </section>
  )
}
