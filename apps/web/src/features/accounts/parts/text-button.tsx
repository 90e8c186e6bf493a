import type { ComponentProps } from 'react'
import styles from './parts.module.css'

/** A secondary action, styled as a link. */
export function TextButton({ type = 'button', ...rest }: Omit<ComponentProps<'button'>, 'className'>) {
  return <button type={type} className={styles.textButton} {...rest} />
}
