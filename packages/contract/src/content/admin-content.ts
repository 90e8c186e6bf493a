import { Type } from 'typebox'
import type { Static } from 'typebox'
import { LanguageCode } from '../accounts/fields.ts'
import { Page, Remark } from '../business/parts.ts'
import { IsoTime, Nullable } from '../schemas.ts'
import { MARKDOWN_MAX_BYTES } from './limits.ts'
import { ContentKey, ContentKind, ContentSummary, ContentTitle, ContentVersion, PicturePath } from './parts.ts'
import { PAGE_CUR_MAX } from '../business/limits.ts'

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
 * ``publish`: makes this version visible; without it visitors keep seeing the current one. `withdraw`: hides the published version: a page falls back to its built-in text, an article is removed. Both require a `remark`, a draft does not. Pages are limited to the built-in keys.`withdraw`: they see it no longer:
 * of a page the text that came with the program is back, an article is gone. Both need a `remark`, a draft does not. Pages are
 * those that come with the program.
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
  page_cur: Type.Optional(Type.Integer({ minimum: 1, maximum: PAGE_CUR_MAX, default: 1 })),
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
