/** The readout and what fills it, in one chunk. */
export { attachReadout } from './attach-readout.ts'
export { ChartStrip } from './chart-strip.tsx'
export { IncompleteCard } from './incomplete-card.tsx'
export { Readout } from './readout.tsx'
