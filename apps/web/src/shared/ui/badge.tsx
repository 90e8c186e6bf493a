import styles from './badge.module.css'

const MAX_SHOWN = 99

/** How many things wait behind a menu entry; nothing at 0. `label` says it in words to a screen reader. */
export function Badge({ count, label }: { readonly count: number; readonly label: string }) {
  if (count === 0) return null
  return (
    <span className={styles.badge} data-badge="">
      <span aria-hidden="true">{count > MAX_SHOWN ? `${MAX_SHOWN}+` : count}</span>
      <span className="visually-hidden">{label}</span>
    </span>
  )
}
