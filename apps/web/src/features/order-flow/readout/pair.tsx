import styles from './pair.module.css'

interface PairProps {
  readonly name: string
  readonly value: string
  /** Of the value: colours it. */
  readonly sign?: number
  readonly side?: 'bid' | 'ask'
  /** Width reserved for the value, in digits: a change of the value does not move what follows. */
  readonly room: number
  /** The value in full, shown on hover. */
  readonly exact?: string
}

/** A name and its value in a readout. */
export function Pair({ name, value, sign, side, room, exact }: PairProps) {
  return (
    <div className={styles.pair} data-tip={exact}>
      <dt>{name}</dt>
      <dd data-sign={sign} data-side={side} style={{ minWidth: `${room}ch` }}>
        {value}
      </dd>
    </div>
  )
}
