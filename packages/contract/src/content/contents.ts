import { Type } from 'typebox'
import type { Static } from 'typebox'
import { LanguageCode } from '../accounts/fields.ts'
import { ChoiceArgument, PatternArgument } from '../calls/arguments.ts'
import { IsoTime } from '../schemas.ts'
import { ContentKey, ContentKind, ContentSummary, ContentTitle, PicturePath } from './parts.ts'
import { LANGUAGE_CODES } from '../accounts/limits.ts'
import { CONTENT_KEY } from './limits.ts'

export const ContentsBody = Type.Object({ kind: ContentKind, language: LanguageCode })
export type ContentsBody = Static<typeof ContentsBody>

export const ContentListed = Type.Object({
  key: ContentKey,
  kind: ContentKind,
  language: Type.Unsafe<(typeof LANGUAGE_CODES)[number]>({
    ...LanguageCode,
    description: 'language of this text; falls back to the other language when the requested one is missing',
  }),
  title: ContentTitle,
  summary: ContentSummary,
  picture: PicturePath,
  published_at: IsoTime,
  updated_at: IsoTime,
})
export type ContentListed = Static<typeof ContentListed>

/** Published texts. Articles: most recently published first; pages: by key. */
export const Contents = Type.Object({ list: Type.Array(ContentListed), total: Type.Integer() })
export type Contents = Static<typeof Contents>

export const ContentQuery = Type.Object({
  key: PatternArgument([], CONTENT_KEY, 'a-z, 0-9 and -', {
    description: 'key of the page or article',
    examples: ['service-term'],
  }),
  language: ChoiceArgument(LANGUAGE_CODES, {
    description: 'preferred language; falls back to the other one when the text is missing',
  }),
})
export type ContentQuery = Static<typeof ContentQuery>

export const Content = Type.Object({ ...ContentListed.properties, markdown: Type.String() })
export type Content = Static<typeof Content>
