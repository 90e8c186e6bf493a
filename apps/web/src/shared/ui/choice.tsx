import type { ComponentProps, ReactNode } from 'react'
import styles from './choice.module.css'

interface ChoiceProps extends Omit<ComponentProps<'input'>, 'className' | 'type'> {
  /** At the end of the card. */
  readonly side?: ReactNode
}

/** A radio button on a card. */
export function Choice({ children, side, lang, ...input }: ChoiceProps) {
  return (
    <label className={styles.choice}>
      <input type="radio" {...input} />
      <span className="flex-1" lang={lang}>
        {children}
      </span>
      {side}
    </label>
  )
}
