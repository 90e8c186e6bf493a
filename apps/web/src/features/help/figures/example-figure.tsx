import { figures } from './figures.ts'
import { FootprintTable } from './footprint-table.tsx'
import { SeriesPicture } from './series-picture.tsx'

/** Figure of a worked example. */
export function ExampleFigure({ name }: { name: string }) {
  const figure = Object.hasOwn(figures, name) ? figures[name] : undefined
  if (figure === undefined) return null
  return figure.kind === 'footprint' ? <FootprintTable figure={figure} /> : <SeriesPicture figure={figure} />
}
