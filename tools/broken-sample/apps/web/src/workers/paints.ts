import { chart } from '../../../../packages/chart/src/index.ts'
export const painted = chart
