import { useId } from 'react'
import styles from './content.module.css'

interface TextLineProps {
  readonly label: string
  readonly name: string
  readonly value: string
  readonly fault: string | null
  readonly hint?: string
  readonly rows?: number
  readonly isBusy: boolean
  readonly lang: string
  readonly onChange: (text: string) => void
}

/** A title or a summary: one line of text, over as many lines as it needs. */
export function TextLine({ label, name, value, fault, hint, rows = 1, isBusy, lang, onChange }: TextLineProps) {
  const id = useId()
  return (
    <div className={styles.field}>
      <label htmlFor={id} className="text-muted text-m">
        {label}
      </label>
      {rows > 1 ? (
        <textarea
          id={id}
          name={name}
          rows={rows}
          className={styles.input}
          value={value}
          readOnly={isBusy}
          lang={lang}
          aria-invalid={fault !== null}
          aria-describedby={`${id}-said`}
          onChange={(event) => onChange(event.target.value)}
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
      ) : (
        <input
          id={id}
          name={name}
          className={styles.input}
          value={value}
          readOnly={isBusy}
          lang={lang}
          autoComplete="off"
          aria-invalid={fault !== null}
          aria-describedby={`${id}-said`}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
      <div id={`${id}-said`} className="flex flex-wrap justify-between gap-x-4 min-h-4.5 text-s leading-4.5">
        {fault === null ? (
          hint !== undefined && <span className={styles.hint}>{hint}</span>
        ) : (
          <span className="text-bad" role="alert">
            {fault}
          </span>
        )}
      </div>
    </div>
  )
}
