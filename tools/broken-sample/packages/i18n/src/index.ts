import { engine } from '../../orderflow/src/index.ts'
export const i18n = engine
