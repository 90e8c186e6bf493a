import { Type } from 'typebox'
import type { Static } from 'typebox'
import { Drawing } from './drawing.ts'
import { LayoutContent } from './layouts.ts'

/** All workspace data of an account, as in its data export. */
export const Workspace = Type.Object({
  drawings: Type.Array(Type.Object({ symbol: Type.String(), items: Type.Array(Drawing) })),
  watchlist: Type.Array(Type.String()),
  layouts: Type.Array(Type.Object({ name: Type.String(), content: LayoutContent })),
  tour_seen: Type.Boolean(),
})
export type Workspace = Static<typeof Workspace>
