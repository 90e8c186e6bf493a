import { useId, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Icon } from '../../../shared/ui/icons.tsx'
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
    <section className={styles.section}>
      <div className={styles.bar}>
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
        <div id={id} className={styles.fields}>
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
