export type { VisibleTimes } from './bar-times.ts'
export { LinkedCrosshair, type CrosshairPlace } from './linked-crosshair.ts'
export { LinkedRange, type RangeChange } from './linked-range.ts'
