import { engine } from '../../orderflow/src/index.ts'
export const words = engine
