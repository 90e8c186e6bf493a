import type { FastifyInstance } from 'fastify'
import type { ContentDeps } from './content-deps.ts'
import { loadContents } from './load-contents.ts'
import { addAdminContent } from './routes/admin-content.ts'
import { addContact } from './routes/contact.ts'
import { addContents } from './routes/contents.ts'
import { addPictures } from './routes/pictures.ts'
import { addProperties } from './routes/properties.ts'
import { addSettings } from './routes/settings.ts'
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
  addSettings(app, deps)
  addProperties(app, deps)
  addContents(app, deps)
  addContact(app, deps)
  addAdminContent(app, deps)
  addPictures(app, deps)
  await addUpload(app, deps)
  return async () => {
    const { list } = await loadContents(deps, { kind: 'media', language: 'zh' })
    return list.map(({ key }) => `/medias/${key}`)
  }
}
