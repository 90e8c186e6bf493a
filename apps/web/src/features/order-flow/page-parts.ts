/** Parts of the page that are not visible at first, in one chunk. */
export { HitCard } from './hit-card.tsx'
export { DerivativesLayer } from './panels/derivatives/derivatives-layer.tsx'
export { Hotkeys } from './panels/keyboard/hotkeys.ts'
export { FirstTour } from './panels/tour/first-tour.tsx'
export { UnknownSymbol } from './unknown-symbol.tsx'
