export { createKeys, loadAppKeys } from './keys.ts'
export type { Keys } from './keys.ts'
