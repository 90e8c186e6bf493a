import type { ComponentProps } from 'react'
import styles from './parts.module.css'

/** An act of lesser weight, looking like a link. */
export function TextButton({ type = 'button', ...rest }: Omit<ComponentProps<'button'>, 'className'>) {
  return <button type={type} className={styles.textButton} {...rest} />
}
