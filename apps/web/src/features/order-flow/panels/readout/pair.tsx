import styles from './pair.module.css'

interface PairProps {
  readonly name: string
  readonly value: string
  /** Sign of the value; determines its colour. */
  readonly sign?: number
  readonly side?: 'bid' | 'ask'
  /** Reserved width in digits: a changed value does not move what follows. */
  readonly minChars: number
  /** The full value, shown on hover. */
  readonly exact?: string
}

/** A label and its value in a readout. */
export function Pair({ name, value, sign, side, minChars, exact }: PairProps) {
  return (
    <div className={styles.pair} data-tip={exact}>
      <dt>{name}</dt>
      <dd data-sign={sign} data-side={side} style={{ minWidth: `${minChars}ch` }}>
        {value}
      </dd>
    </div>
  )
}
