import styles from './recorded.module.css'

/** Hatches of what is unknown and of what is missing: different directions, so that colour is not needed. */
export function Hatches({ id }: { readonly id: string }) {
  return (
    <defs>
      <pattern id={`${id}unknown`} width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <line className={styles.hatch} x1="0" x2="0" y1="0" y2="5" />
      </pattern>
      <pattern id={`${id}missing`} width="4" height="4" patternUnits="userSpaceOnUse" patternTransform="rotate(-45)">
        <line className={styles.hatch} x1="0" x2="0" y1="0" y2="4" data-kind="missing" />
      </pattern>
    </defs>
  )
}
