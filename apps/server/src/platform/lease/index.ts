export { FencedError, isLeased, Leases } from './leases.ts'
export type { Held } from './leases.ts'
