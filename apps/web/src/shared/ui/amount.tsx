import type { CSSProperties } from 'react'
import styles from './amount.module.css'

const MAX_DECIMALS = 6

/** An amount in a column whose title names the unit; decimal points align. */
export function Amount({ text }: { readonly text: string }) {
  const decimals = text.length - text.indexOf('.') - 1
  return (
    <span className={styles.amount} style={{ '--missing': MAX_DECIMALS - decimals } as CSSProperties}>
      {text}
    </span>
  )
}
