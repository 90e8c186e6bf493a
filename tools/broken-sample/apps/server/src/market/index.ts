import { engine } from '../../../../packages/orderflow/src/index.ts'
export const routes = engine
