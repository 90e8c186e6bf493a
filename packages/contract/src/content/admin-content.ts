import { Type } from 'typebox'
import type { Static } from 'typebox'
import { LanguageCode } from '../accounts/fields.ts'
import { Page, Remark } from '../business/parts.ts'
import { IsoTime, Nullable } from '../schemas.ts'
import { MARKDOWN_MAX_BYTES } from './limits.ts'
import { ContentKey, ContentKind, ContentSummary, ContentTitle, ContentVersion, PicturePath } from './parts.ts'

const Markdown = Type.String({
  maxLength: MARKDOWN_MAX_BYTES,
  description: `at most ${MARKDOWN_MAX_BYTES} bytes in UTF-8`,
})

/** With a key, which needs its language, the one text; without, all of a kind and language. */
export const AdminContentBody = Type.Object({
  kind: Type.Optional(ContentKind),
  language: Type.Optional(LanguageCode),
  key: Type.Optional(ContentKey),
})
export type AdminContentBody = Static<typeof AdminContentBody>

/** A key in a language, as its newest version has it. */
export const AdminContentRow = Type.Object({
  key: ContentKey,
  kind: ContentKind,
  language: LanguageCode,
  title: ContentTitle,
  version: ContentVersion,
  published: Type.Boolean({ description: 'visitors see a text of this key in this language' }),
  published_version: Nullable(
    Type.Integer({ minimum: 0, description: 'the one they see; 0: the text that came with the program' }),
  ),
  draft: Type.Boolean({ description: 'the newest version is not what visitors see' }),
  shipped: Type.Boolean({ description: 'a text of this key and language comes with the program' }),
  updated_at: IsoTime,
  updated_by: Nullable(Type.String({ description: 'null: came with the program' })),
})
export type AdminContentRow = Static<typeof AdminContentRow>

export const AdminContents = Type.Object({ list: Type.Array(AdminContentRow) })
export type AdminContents = Static<typeof AdminContents>

/** NOT_FOUND where a key has no text in the language yet: a new one is saved on version 0. */
export const AdminContent = Type.Object({
  ...AdminContentRow.properties,
  summary: ContentSummary,
  picture: PicturePath,
  markdown: Type.String(),
})
export type AdminContent = Static<typeof AdminContent>

/**
 * `publish`: visitors see this from now on; without it they go on seeing what they see. `withdraw`: they see it no longer:
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
  page_cur: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000, default: 1 })),
  page_size: Type.Optional(Type.Integer({ minimum: 1, maximum: 20, default: 10 })),
})
export type AdminContentHistoryBody = Static<typeof AdminContentHistoryBody>

export const ContentHistoryRow = Type.Object({
  version: Type.Integer({ minimum: 0, description: '0: came with the program' }),
  title: ContentTitle,
  summary: ContentSummary,
  picture: PicturePath,
  markdown: Type.String(),
  publish: Type.Boolean(),
  withdraw: Type.Boolean(),
  at: IsoTime,
  by: Nullable(Type.String({ description: 'null: came with the program' })),
})
export type ContentHistoryRow = Static<typeof ContentHistoryRow>

/** Newest first. Going back is saving an old version anew. */
export const AdminContentHistory = Page(ContentHistoryRow)
export type AdminContentHistory = Static<typeof AdminContentHistory>

/** Of a multipart body with one file in the field "picture". */
export const PictureUploaded = Type.Object({
  url: Type.String({ examples: ['/api/pictures/9f86d0…0a08.webp'] }),
  width: Type.Integer(),
  height: Type.Integer(),
})
export type PictureUploaded = Static<typeof PictureUploaded>
