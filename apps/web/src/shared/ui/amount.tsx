import styles from './amount.module.css'

/** An amount in a column whose title names the unit: decimal points stand below each other. */
export function Amount({ text }: { readonly text: string }) {
  const point = text.indexOf('.')
  const whole = point < 0 ? text : text.slice(0, point)
  return <span className={styles.amount}>{whole}<span className={styles.part}>{text.slice(whole.length)}</span></span>
}
