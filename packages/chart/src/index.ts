export type * from './api.ts'
export { createFootprintChart } from './create-chart.ts'
export type { Overlay, OverlayPlace, OverlayPointer, OverlayScope } from './overlay/overlay.ts'
export type { Places } from './overlay/places.ts'
