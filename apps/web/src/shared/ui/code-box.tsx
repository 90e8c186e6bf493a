import type { ComponentProps } from 'react'
import styles from './code-box.module.css'

/** An address or link to copy, in full. */
export function CodeBox(props: Omit<ComponentProps<'code'>, 'className' | 'lang'>) {
  return <code className={styles.box} lang="zxx" {...props} />
}
