import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Input } from '../../../shared/ui/input.tsx'
import { Icon } from '../../../shared/ui/icons.tsx'
import { Segmented } from '../../../shared/ui/segmented.tsx'
import { Switch } from '../../../shared/ui/switch.tsx'
import styles from './panel.module.css'

interface SectionProps {
  readonly name: string
  readonly note?: string
  /** Link to the help. */
  readonly help?: string
  /** The layer's switch; undefined when it cannot be switched off. */
  readonly shown?: boolean
  readonly onShow?: (shown: boolean) => void
  /** Some setting differs from the defaults. */
  readonly changed?: boolean
  /** The settings; without them the section does not unfold. */
  readonly children?: ReactNode
  readonly open?: boolean
}

/** One indicator: name, switch, and settings when unfolded. */
export function Section({
  name,
  note,
  help,
  shown,
  onShow,
  changed,
  children,
  open: openAtFirst = false,
}: SectionProps) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(openAtFirst)
  const id = useId()
  return (
    <section className="border-b border-line">
      <div className="flex items-center gap-2 min-h-9.5 pr-3.5 pl-1 max-tablet:min-h-11">
        <button
          type="button"
          className={styles.fold}
          aria-expanded={open}
          aria-controls={id}
          aria-label={t('indicators.settingsOf', { name })}
          onClick={() => setOpen(!open)}
        >
          <Icon name="chevron" size={14} />
          {name}
        </button>
        {changed && (
          <i
            className={styles.changed}
            role="img"
            aria-label={t('indicators.changed')}
            data-tip={t('indicators.changed')}
          />
        )}
        {shown !== undefined && onShow && (
          <Switch label={t('indicators.show', { name })} checked={shown} onChange={onShow} />
        )}
      </div>
      {open && (
        <div id={id} className="flex flex-col gap-2.5 pt-0.5 pr-3.5 pb-3.5 pl-7.5">
          {note && (
            <p className={styles.note}>
              {note}
              {help && (
                <>
                  {' '}
                  <Link to={`/help/${help}`} target="_blank">
                    {t('indicators.help')}
                  </Link>
                </>
              )}
            </p>
          )}
          {children}
        </div>
      )}
    </section>
  )
}

interface NumberFieldProps {
  readonly label: string
  readonly value: string
  readonly min: string
  readonly max: string
  /** Applies the text; false when it is invalid. */
  readonly onChange: (text: string) => boolean
}

/** A number field, applied on Enter and on blur; an invalid value shows an error and is not applied. */
export function NumberField({ label, value, min, max, onChange }: NumberFieldProps) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState<string | null>(null)
  const [refused, setRefused] = useState(false)
  const id = useId()

  const apply = () => {
    if (typed === null) return
    const text = typed.trim().replace(',', '.')
    const taken = text === value || onChange(text)
    setRefused(!taken)
    if (taken) setTyped(null)
  }

  return (
    <div className="flex flex-wrap items-center justify-between gap-x-2 gap-y-1">
      <label className="text-muted text-s" htmlFor={id}>
        {label}
      </label>
      <Input
        size="small"
        id={id}
        className="w-[84px] text-end"
        inputMode="decimal"
        autoComplete="off"
        value={typed ?? value}
        aria-invalid={refused}
        aria-describedby={refused ? `${id}-fault` : undefined}
        onBlur={apply}
        onChange={(event) => {
          setTyped(event.target.value)
          setRefused(false)
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') apply()
        }}
      />
      {refused && (
        <p id={`${id}-fault`} className="w-full text-warning text-xs text-end" role="alert">
          {t('indicators.invalid', { min, max })}
        </p>
      )}
    </div>
  )
}

interface ChoiceFieldProps<Value extends string> {
  readonly label: string
  readonly options: readonly { readonly value: Value; readonly label: string }[]
  readonly value: Value | undefined
  readonly onChange: (value: Value) => void
}

export function ChoiceField<Value extends string>(props: ChoiceFieldProps<Value>) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-2 gap-y-1">
      <span className="text-muted text-s">{props.label}</span>
      <Segmented {...props} wide={props.options.length > 2} />
    </div>
  )
}

interface FlagFieldProps {
  readonly label: string
  readonly value: boolean
  readonly onChange: (value: boolean) => void
}

export function FlagField({ label, value, onChange }: FlagFieldProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-2 gap-y-1">
      <span className="text-muted text-s">{label}</span>
      <Switch label={label} checked={value} onChange={onChange} />
    </div>
  )
}
