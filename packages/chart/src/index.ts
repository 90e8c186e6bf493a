export type * from './api.ts'
export { createFootprintChart } from './create-chart.ts'
