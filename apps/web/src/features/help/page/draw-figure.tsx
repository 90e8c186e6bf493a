import { IndicatorFigure, FIGURE_KINDS } from '../../../shared/figures/indicator-figure.tsx'
import { ExampleFigure } from '../figures/example-figure.tsx'
import { KeyTables } from '../keys/key-tables.tsx'
import styles from '../help.module.css'

/** What a fenced block `figure` of a text stands for: the keys, a stretch of the simulated market, a worked example. */
export function drawFigure(name: string) {
  if (name === 'keys') return <KeyTables />
  const kind = FIGURE_KINDS.find((one) => name === `market-${one}`)
  return kind ? <figure className={styles.market}><IndicatorFigure kind={kind} /></figure> : <ExampleFigure name={name} />
}
