import type { ComponentProps } from 'react'
import styles from './plain-table.module.css'

interface PlainTableProps extends Omit<ComponentProps<'table'>, 'className'> {
  /** Reaches the edges of a dialog: the outer cells keep the distance, the head sticks. */
  readonly edge?: boolean
}

/** A small table inside a card or a dialog. Numbers: `data-align="right"`. */
export function PlainTable({ edge, ...rest }: PlainTableProps) {
  return <table className={edge ? `${styles.table} ${styles.edge}` : styles.table} {...rest} />
}
