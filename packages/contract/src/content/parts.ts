import { Type } from 'typebox'
import { Choice, Nullable } from '../schemas.ts'
import { CONTENT_SUMMARY_MAX, CONTENT_TITLE_MAX, CONTENT_KINDS, CONTENT_KEY } from './limits.ts'

export const ContentKind = Choice(CONTENT_KINDS, {
  description: 'page: has a fixed, built-in key; media: an article',
})
export type ContentKind = (typeof CONTENT_KINDS)[number]

export const ContentKey = Type.String({ pattern: CONTENT_KEY, examples: ['service-term'] })

/** One line without control characters. */
const ONE_LINE = '^[^\\u0000-\\u001f\\u007f\\u2028\\u2029]*$'
export const ContentTitle = Type.String({ maxLength: CONTENT_TITLE_MAX, pattern: ONE_LINE })
export const ContentSummary = Type.String({
  maxLength: CONTENT_SUMMARY_MAX,
  pattern: ONE_LINE,
  description: 'shown under the title, in lists and in search engines',
})

/** An uploaded picture or a static file; its size may follow ("#640x480") to prevent layout shift. */
export const PICTURE_PATH =
  '^/(?:api/pictures/[0-9a-f]{64}\\.(?:png|jpg|webp)|(?:assets|media)/[A-Za-z0-9_-]+(?:[./][A-Za-z0-9_-]+)*\\.(?:png|jpg|webp))(?:#[1-9][0-9]{0,3}x[1-9][0-9]{0,3})?$'
export const PicturePath = Nullable(
  Type.String({ maxLength: 200, pattern: PICTURE_PATH, description: 'shown above the article and in lists' }),
)

/** Incremented by every save of a key in a language; 0: never saved. */
export const ContentVersion = Type.Integer({ minimum: 0, maximum: 1_000_000_000 })
