// Single entry point, so that all drawing code is one lazy chunk.
export { DrawingLayer } from './drawing-layer.tsx'
export { DrawingRail } from './drawing-rail.tsx'
