export { createKeys, keyIdOf, loadAppKeys } from './keys.ts'
export type { Keys } from './keys.ts'
