import { Type } from 'typebox'
import type { Static } from 'typebox'

/** Data of POST /tour and POST /finish_tour: whether the account has seen the tour of the chart. */
export const Tour = Type.Object({ seen: Type.Boolean() })
export type Tour = Static<typeof Tour>
