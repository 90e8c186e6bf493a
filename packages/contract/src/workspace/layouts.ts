import { Type } from 'typebox'
import type { Static } from 'typebox'
import { Nullable } from '../schemas.ts'
import { LAYOUT_NAME_MAX } from './limits.ts'
import { KeptSymbol, Version } from './parts.ts'

/** How the page looks: texts are those of its address. */
export const LayoutContent = Type.Object(
  {
    symbol: Type.Optional(KeptSymbol),
    cycle: Type.Optional(Type.String({ maxLength: 24 })),
    precision: Type.Optional(Type.String({ maxLength: 40 })),
    settings: Type.String({ maxLength: 8000, description: 'indicator settings' }),
    view: Type.String({ maxLength: 2000, description: 'how the chart shows them' }),
    panels: Type.Array(Type.String({ maxLength: 24 }), { maxItems: 16, description: 'what of the page is unfolded' }),
  },
  { additionalProperties: false },
)
export type LayoutContent = Static<typeof LayoutContent>

const LayoutName = Type.String({ minLength: 1, maxLength: LAYOUT_NAME_MAX, pattern: '\\S', description: 'unique; spaces around it are dropped' })

/** Data of POST /layouts: by name. */
export const Layouts = Type.Object({
  list: Type.Array(Type.Object({ name: LayoutName, version: Version, content: LayoutContent })),
})
export type Layouts = Static<typeof Layouts>

/** Body of POST /save_layout. */
export const SaveLayoutBody = Type.Object({
  name: LayoutName,
  version: Version,
  content: Type.Optional(Nullable(LayoutContent)),
  new_name: Type.Optional(LayoutName),
}, { description: 'content null deletes, absent stays as it is; new_name renames, STALE_VERSION where another layout has it' })
export type SaveLayoutBody = Static<typeof SaveLayoutBody>

export const SavedLayout = Type.Object({ name: LayoutName, version: Version, deleted: Type.Optional(Type.Literal(true)) })
export type SavedLayout = Static<typeof SavedLayout>
