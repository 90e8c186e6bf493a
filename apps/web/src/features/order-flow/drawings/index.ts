// One door, so that everything of the drawings is one file that is fetched late.
export { DrawingLayer } from './drawing-layer.tsx'
export { DrawingRail } from './drawing-rail.tsx'
