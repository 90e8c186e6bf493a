/** Parts of the page that are not visible at first, in one chunk. */
export { HitCard } from './hit-card.tsx'
export { PageKeys } from './page-keys.tsx'
export { PageHead } from './page-head.tsx'
export { ChartParts } from './chart-parts.tsx'
export { PracticePart } from './panels/practice/practice-part.tsx'
export { UnknownSymbol } from './unknown-symbol.tsx'
