import { Type } from 'typebox'
import type { Static } from 'typebox'
import { Drawing } from './drawing.ts'
import { MAX_DRAWINGS } from './limits.ts'
import { KeptSymbol, Version } from './parts.ts'

/** Body of POST /drawings. */
export const DrawingsBody = Type.Object({ symbol: KeptSymbol })
export type DrawingsBody = Static<typeof DrawingsBody>

/** Drawings of the symbol, in painting order. Version 0 and no items: never saved. */
export const Drawings = Type.Object({ symbol: KeptSymbol, version: Version, items: Type.Array(Drawing) })
export type Drawings = Static<typeof Drawings>

/** Body of POST /save_drawings: replaces all drawings of the symbol. */
export const SaveDrawingsBody = Type.Object({
  symbol: KeptSymbol,
  version: Version,
  items: Type.Array(Drawing, { maxItems: MAX_DRAWINGS, description: 'ids must be unique' }),
})
export type SaveDrawingsBody = Static<typeof SaveDrawingsBody>

export const SavedDrawings = Type.Object({ symbol: KeptSymbol, version: Version })
export type SavedDrawings = Static<typeof SavedDrawings>
