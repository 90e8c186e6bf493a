import styles from './badge.module.css'

const MAX_SHOWN = 99

/** Count at a menu entry; hidden at 0. `label` is the text for screen readers. */
export function Badge({ count, label }: { readonly count: number; readonly label: string }) {
  if (count === 0) return null
  return (
    <span className={styles.badge} data-badge="">
      <span aria-hidden="true">{count > MAX_SHOWN ? `${MAX_SHOWN}+` : count}</span>
      <span className="visually-hidden">{label}</span>
    </span>
  )
}
