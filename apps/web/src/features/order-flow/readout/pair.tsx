import styles from './legend.module.css'

interface PairProps {
  readonly name: string
  readonly value: string
  /** Of the value: colours it. */
  readonly sign?: number
  readonly side?: 'bid' | 'ask'
  /** Left out where there is little room. */
  readonly minor?: boolean
}

/** A name and its value in a readout. */
export function Pair({ name, value, sign, side, minor }: PairProps) {
  return (
    <div className={minor ? `${styles.pair} ${styles.minor}` : styles.pair}>
      <dt>{name}</dt>
      <dd data-sign={sign} data-side={side}>{value}</dd>
    </div>
  )
}
