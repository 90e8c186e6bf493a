import type { ComponentProps } from 'react'
import styles from './callout.module.css'

interface CalloutProps extends Omit<ComponentProps<'div'>, 'className'> {
  readonly tone: 'bad' | 'warning'
}

/** A fault or warning in a tinted box. */
export function Callout({ tone, ...rest }: CalloutProps) {
  return <div className={`${styles.callout} ${styles[tone]}`} {...rest} />
}
