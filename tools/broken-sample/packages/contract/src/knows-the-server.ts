import { routes } from '../../../apps/server/src/market/index.ts'
export const known = routes
