import { routes } from '../../../apps/server/src/modules/market/index.ts'
export const known = routes
