import { Type } from 'typebox'
import type { Static } from 'typebox'
import { Choice, Email, IsoTime, LanguageCode, Nullable, Page, Remark } from '../schemas.ts'
import {
  MAX_CONTACT_NAME_LENGTH,
  MAX_CONTACT_TEXT_LENGTH,
  CONTENT_KEY,
  CONTENT_KINDS,
  MAX_CONTENT_SUMMARY_LENGTH,
  MAX_CONTENT_TITLE_LENGTH,
  LANGUAGE_CODES,
  MARKDOWN_MAX_BYTES,
  MAX_PAGE_CUR,
} from '../limits.ts'
import { ChoiceArgument, PatternArgument } from '../calls/arguments.ts'

export const ContentKind = Choice(CONTENT_KINDS, {
  description: 'page: has a fixed, built-in key; media: an article',
})
export type ContentKind = (typeof CONTENT_KINDS)[number]

const ContentKey = Type.String({ pattern: CONTENT_KEY, examples: ['service-term'] })

/** One line without control characters. */
const ONE_LINE = '^[^\\u0000-\\u001f\\u007f\\u2028\\u2029]*$'
const ContentTitle = Type.String({ maxLength: MAX_CONTENT_TITLE_LENGTH, pattern: ONE_LINE })
const ContentSummary = Type.String({
  maxLength: MAX_CONTENT_SUMMARY_LENGTH,
  pattern: ONE_LINE,
  description: 'shown under the title, in lists and in search engines',
})

/** An uploaded picture or a static file; its size may follow ("#640x480") to prevent layout shift. */
export const PICTURE_PATH =
  '^/(?:api/pictures/[0-9a-f]{64}\\.(?:png|jpg|webp)|(?:assets|media)/[A-Za-z0-9_-]+(?:[./][A-Za-z0-9_-]+)*\\.(?:png|jpg|webp))(?:#[1-9][0-9]{0,3}x[1-9][0-9]{0,3})?$'
const PicturePath = Nullable(
  Type.String({ maxLength: 200, pattern: PICTURE_PATH, description: 'shown above the article and in lists' }),
)

/** Incremented by every save of a key in a language; 0: never saved. */
const ContentVersion = Type.Integer({ minimum: 0, maximum: 1_000_000_000 })

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

const Markdown = Type.String({
  maxLength: MARKDOWN_MAX_BYTES,
  description: `at most ${MARKDOWN_MAX_BYTES} bytes in UTF-8`,
})

/** With a key (which requires a language): that text; without: all texts of a kind and language. */
export const AdminContentBody = Type.Object({
  kind: Type.Optional(ContentKind),
  language: Type.Optional(LanguageCode),
  key: Type.Optional(ContentKey),
})
export type AdminContentBody = Static<typeof AdminContentBody>

/** The newest version of a key in a language. */
export const AdminContentRow = Type.Object({
  key: ContentKey,
  kind: ContentKind,
  language: LanguageCode,
  title: ContentTitle,
  version: ContentVersion,
  published: Type.Boolean({ description: 'a text of this key and language is visible to visitors' }),
  published_version: Nullable(Type.Integer({ minimum: 0, description: 'the visible version; 0: the built-in text' })),
  draft: Type.Boolean({ description: 'the newest version is not published' }),
  shipped: Type.Boolean({ description: 'there is a built-in text for this key and language' }),
  updated_at: IsoTime,
  updated_by: Nullable(Type.String({ description: 'null: built-in text' })),
})
export type AdminContentRow = Static<typeof AdminContentRow>

export const AdminContents = Type.Object({ list: Type.Array(AdminContentRow) })
export type AdminContents = Static<typeof AdminContents>

/** NOT_FOUND when a key has no text in the language yet: save a new one with version 0. */
export const AdminContent = Type.Object({
  ...AdminContentRow.properties,
  summary: ContentSummary,
  picture: PicturePath,
  markdown: Type.String(),
})
export type AdminContent = Static<typeof AdminContent>

/**
 * `publish`: makes this version visible; without it visitors keep seeing the current one. `withdraw`: hides the
 * published version: a page falls back to its built-in text, an article is removed. Both require a `remark`, a draft
 * does not. Pages are limited to the built-in keys.
 */
export const AdminSaveContentBody = Type.Object({
  key: ContentKey,
  kind: Type.Optional(ContentKind),
  language: LanguageCode,
  title: ContentTitle,
  summary: Type.Optional(ContentSummary),
  picture: Type.Optional(PicturePath),
  markdown: Markdown,
  publish: Type.Boolean(),
  withdraw: Type.Optional(Type.Boolean()),
  remark: Type.Optional(Remark),
  version: ContentVersion,
})
export type AdminSaveContentBody = Static<typeof AdminSaveContentBody>

export const ContentSaved = Type.Object({ version: ContentVersion })
export type ContentSaved = Static<typeof ContentSaved>

export const AdminContentHistoryBody = Type.Object({
  key: ContentKey,
  language: LanguageCode,
  page_cur: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_PAGE_CUR, default: 1 })),
  page_size: Type.Optional(Type.Integer({ minimum: 1, maximum: 20, default: 10 })),
})
export type AdminContentHistoryBody = Static<typeof AdminContentHistoryBody>

export const ContentHistoryRow = Type.Object({
  version: Type.Integer({ minimum: 0, description: '0: built-in text' }),
  title: ContentTitle,
  summary: ContentSummary,
  picture: PicturePath,
  markdown: Type.String(),
  publish: Type.Boolean(),
  withdraw: Type.Boolean(),
  at: IsoTime,
  by: Nullable(Type.String({ description: 'null: built-in text' })),
})
export type ContentHistoryRow = Static<typeof ContentHistoryRow>

/** Newest first. To roll back, save an old version again. */
export const AdminContentHistory = Page(ContentHistoryRow)
export type AdminContentHistory = Static<typeof AdminContentHistory>

/** Response to a multipart body with one file in the field "picture". */
export const PictureUploaded = Type.Object({
  url: Type.String({ examples: ['/api/pictures/9f86d0…0a08.webp'] }),
  width: Type.Integer(),
  height: Type.Integer(),
})
export type PictureUploaded = Static<typeof PictureUploaded>

/**
 * Emailed to the operator; limited to three per hour and address. CONTACT_NOT_SET when no email address is configured.
 */
export const SendContactBody = Type.Object({
  name: Type.String({ maxLength: MAX_CONTACT_NAME_LENGTH }),
  email: Email,
  // Twice the length: the limit applies to the trimmed text.
  text: Type.String({ maxLength: MAX_CONTACT_TEXT_LENGTH * 2 }),
  website: Type.Optional(Type.String({ maxLength: 500, description: 'honeypot: must stay empty' })),
})
export type SendContactBody = Static<typeof SendContactBody>
