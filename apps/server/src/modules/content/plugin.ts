import { contentCalls } from '@flowprint/contract'
import type { FastifyPluginAsync } from 'fastify'
import { actorOf, addCalls, languageOf } from '../../platform/http/index.ts'
import { loadForEditor, loadHistory, loadContent, loadContents } from './queries/load-contents.ts'
import type { ContentDeps } from './content-deps.ts'
import { loadProperties, loadSettings } from './queries/load-settings.ts'
import { saveContent } from './commands/save-content.ts'
import { sendContact } from './commands/send-contact.ts'
import { addPictures, addUpload } from './routes/pictures.ts'

export type { ContentDeps } from './content-deps.ts'
export { loadTexts } from './shipped/load-texts.ts'

/** The calls about site settings, texts and pictures. */
export const contentPlugin: FastifyPluginAsync<ContentDeps> = async (app, deps) => {
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
}

/** Paths of the published articles. */
export async function listArticlePaths(deps: ContentDeps): Promise<readonly string[]> {
  const { list } = await loadContents(deps, { kind: 'media', language: 'zh' })
  return list.map(({ key }) => `/medias/${key}`)
}
