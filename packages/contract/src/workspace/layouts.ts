import { Type } from 'typebox'
import type { Static } from 'typebox'
import { Nullable } from '../schemas.ts'
import { LAYOUT_NAME_MAX } from './limits.ts'
import { Ascii, CLEAN_TEXT, KeptSymbol, Version } from './parts.ts'

/** State of the page; texts are as in its URL. */
export const LayoutContent = Type.Object(
  {
    symbol: Type.Optional(KeptSymbol),
    cycle: Type.Optional(Ascii(24)),
    precision: Type.Optional(Ascii(40)),
    settings: Ascii(8000, 'indicator settings'),
    view: Ascii(2000, 'how the chart shows them'),
    panels: Type.Array(Ascii(24), { maxItems: 16, description: 'expanded panels' }),
  },
  { additionalProperties: false },
)
export type LayoutContent = Static<typeof LayoutContent>

const LayoutName = Type.String({
  minLength: 1,
  maxLength: LAYOUT_NAME_MAX,
  pattern: CLEAN_TEXT,
  description: 'unique; surrounding spaces are trimmed; must not be empty',
})

/** Data of POST /layouts, sorted by name. */
export const Layouts = Type.Object({
  list: Type.Array(Type.Object({ name: LayoutName, version: Version, content: LayoutContent })),
})
export type Layouts = Static<typeof Layouts>

/** Body of POST /save_layout. */
export const SaveLayoutBody = Type.Object(
  {
    name: LayoutName,
    version: Version,
    content: Type.Optional(Nullable(LayoutContent)),
    new_name: Type.Optional(LayoutName),
  },
  { description: 'content: null deletes, absent keeps the stored one; new_name renames' },
)
export type SaveLayoutBody = Static<typeof SaveLayoutBody>

export const SavedLayout = Type.Object({
  name: LayoutName,
  version: Version,
  deleted: Type.Optional(Type.Literal(true)),
})
export type SavedLayout = Static<typeof SavedLayout>
