/** Parts of the page that are not visible at first, in one chunk. */
export { HitCard } from './hit-card.tsx'
export { PageKeys } from './page-keys.tsx'
export { DerivativesLayer } from './panels/derivatives/derivatives-layer.tsx'
export { PageHead } from './page-head.tsx'
export { attachReplay } from './panels/replay/replay.tsx'
export { FirstTour } from './panels/tour/first-tour.tsx'
export { UnknownSymbol } from './unknown-symbol.tsx'
