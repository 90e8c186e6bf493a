import { useRef, type KeyboardEvent } from 'react'
import { nextIndex } from './roving.ts'
import styles from './segmented.module.css'

interface SegmentedProps<Value extends string> {
  readonly label: string
  readonly options: readonly { readonly value: Value; readonly label: string; readonly hint?: string }[]
  /** Undefined or not among the options: nothing is selected. */
  readonly value: Value | undefined
  readonly onChange: (value: Value) => void
  readonly wide?: boolean
}

/** A row of exclusive options; one tab stop, arrow keys move and select. */
export function Segmented<Value extends string>({ label, options, value, onChange, wide }: SegmentedProps<Value>) {
  const group = useRef<HTMLDivElement>(null)
  const chosen = options.findIndex((option) => option.value === value)

  const onKeyDown = (event: KeyboardEvent) => {
    const target = nextIndex(event.key, chosen, options.length, 'horizontal')
    if (target < 0) return
    event.preventDefault()
    event.stopPropagation()
    onChange(options[target].value)
    group.current?.querySelectorAll('button')[target]?.focus()
  }

  return (
    <div
      ref={group}
      role="radiogroup"
      aria-label={label}
      onKeyDown={onKeyDown}
      className={wide ? `${styles.group} ${styles.wide}` : styles.group}
    >
      {options.map((option, index) => (
        <button
          key={option.value}
          type="button"
          role="radio"
          aria-checked={index === chosen}
          className={styles.option}
          tabIndex={index === Math.max(0, chosen) ? 0 : -1}
          aria-label={option.hint}
          onClick={() => onChange(option.value)}
        >
          {option.label}
        </button>
      ))}
    </div>
  )
}
