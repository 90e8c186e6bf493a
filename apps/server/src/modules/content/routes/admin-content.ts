import {
  AdminContent,
  AdminContentBody,
  AdminContentHistory,
  AdminContentHistoryBody,
  AdminContents,
  AdminSaveContentBody,
  ContentSaved,
  MARKDOWN_MAX_BYTES,
} from '@flowprint/contract'
import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { addJsonCall } from '../../../platform/http/index.ts'
import { loadForEditor, loadHistory } from '../admin-contents.ts'
import type { ContentDeps } from '../content-deps.ts'
import { saveContent } from '../save-content.ts'
import { editorOf } from './editor-of.ts'

/** Line ends and quotes take two bytes each in JSON; the rest covers title, summary and the other fields. */
const SAVE_LIMIT = 2 * MARKDOWN_MAX_BYTES + 16 * 1024

/** Routes for the texts that administrators edit. */
export function addAdminContent(app: FastifyInstance, deps: ContentDeps): void {
  const tag = 'admin'
  addJsonCall(
    app,
    '/api/admin_content',
    {
      tag,
      summary: 'List the texts of the site, including drafts',
      body: AdminContentBody,
      data: Type.Union([AdminContents, AdminContent]),
    },
    (_who, body) => loadForEditor(deps, body),
  )
  addJsonCall(
    app,
    '/api/admin_save_content',
    {
      tag,
      summary: 'Save a text as a draft, publish or withdraw it',
      body: AdminSaveContentBody,
      data: ContentSaved,
      bodyLimit: SAVE_LIMIT,
    },
    (_who, body, request) => saveContent(deps, editorOf(request, deps), body),
  )
  addJsonCall(
    app,
    '/api/admin_content_history',
    {
      tag,
      summary: 'List the versions of a text, newest first',
      body: AdminContentHistoryBody,
      data: AdminContentHistory,
    },
    (_who, body) => loadHistory(deps, body),
  )
}
