import { FIGURE_KINDS } from '../../../shared/figures/indicator-figure.tsx'
import { ExampleFigure } from '../figures/example-figure.tsx'
import { MarketFigure } from '../figures/market-figure.tsx'
import { RECORDED_FIGURES, RecordedFigure } from '../figures/recorded/recorded-figures.tsx'
import { KeyTables } from '../keys/key-tables.tsx'

/** Renders a fenced block `figure`: the keys, an excerpt of the simulated market or of its book, or a worked example. */
export function drawFigure(name: string) {
  if (name === 'keys') return <KeyTables />
  const kind = FIGURE_KINDS.find((one) => name === `market-${one}`)
  const recorded = RECORDED_FIGURES.find((one) => one === name)
  if (recorded) return <RecordedFigure name={recorded} />
  return kind ? <MarketFigure kind={kind} /> : <ExampleFigure name={name} />
}
