import { kit } from '../../testkit/src/index.ts'
export const chart = kit
