import type { MenuSymbol } from '@flowprint/contract'
import { CellLine } from './cell-line.tsx'
import { Legend } from './legend.tsx'
import styles from './chart-strip.module.css'
import { useReading } from './reading-store.ts'

/** The row between the readout and the bars: the legend, or the cell under the crosshair. */
export function ChartStrip({ market }: { market: MenuSymbol }) {
  const cell = useReading((state) => state.cell)
  return (
    <div className={styles.strip}>
      <Legend />
      {cell && <CellLine cell={cell} market={market} />}
    </div>
  )
}
