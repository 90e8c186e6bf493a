import { contentCalls } from '@flowprint/contract'
import type { FastifyInstance } from 'fastify'
import { actorOf, addCalls, languageOf } from '../../platform/http/index.ts'
import { loadForEditor, loadHistory } from './admin-contents.ts'
import type { ContentDeps } from './content-deps.ts'
import { loadContent, loadContents } from './load-contents.ts'
import { loadProperties } from './load-properties.ts'
import { loadSettings } from './load-settings.ts'
import { saveContent } from './save-content.ts'
import { sendContact } from './send-contact.ts'
import { addPictures } from './routes/pictures.ts'
import { addUpload } from './routes/upload.ts'
import { loadTexts } from './shipped/load-texts.ts'

/** Paths of the published articles. */
export type ArticlePaths = () => Promise<readonly string[]>

/** Registers the routes for site settings and texts. Throws if a bundled text is invalid. */
export async function addContentCalls(
  app: FastifyInstance,
  options: Omit<ContentDeps, 'texts'>,
): Promise<ArticlePaths> {
  const deps: ContentDeps = { ...options, texts: loadTexts() }
  addCalls(app, contentCalls, {
    settings: ({ body, request }) => loadSettings(deps, body, languageOf(request)),
    properties: ({ user, body, request }) =>
      loadProperties(deps, body, { language: languageOf(request), isSignedIn: user !== undefined }),
    contents: ({ body }) => loadContents(deps, body),
    content: ({ query }) => loadContent(deps, query),
    sendContact: ({ body, request }) => sendContact(deps, body, { ip: request.ip, language: languageOf(request) }),
    adminContent: ({ body }) => loadForEditor(deps, body),
    adminSaveContent: (call) => saveContent(deps, actorOf(call, deps), call.body),
    adminContentHistory: ({ body }) => loadHistory(deps, body),
  })
  addPictures(app, deps)
  await addUpload(app, deps)
  return async () => {
    const { list } = await loadContents(deps, { kind: 'media', language: 'zh' })
    return list.map(({ key }) => `/medias/${key}`)
  }
}
