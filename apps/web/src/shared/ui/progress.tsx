import styles from './progress.module.css'

/** A bar from 0 to 1. */
export function Progress({ label, value }: { readonly label: string; readonly value: number }) {
  return <progress className={styles.progress} max={1} value={value} aria-label={label} />
}
