import styles from './pair.module.css'

interface PairProps {
  readonly name: string
  readonly value: string
  /** Of the value: colours it. */
  readonly sign?: number
  readonly side?: 'bid' | 'ask'
  /** Room kept for the value, in digits: what stands behind it does not move when it changes. */
  readonly room: number
}

/** A name and its value in a readout. */
export function Pair({ name, value, sign, side, room }: PairProps) {
  return (
    <div className={styles.pair}>
      <dt>{name}</dt>
      <dd data-sign={sign} data-side={side} style={{ minWidth: `${room}ch` }}>{value}</dd>
    </div>
  )
}
