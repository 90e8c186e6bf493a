import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import { ROUTES } from '@flowprint/contract'
import { HOUR_MS } from '@flowprint/orderflow'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from './app-error.ts'
import { sendError } from './error-handler.ts'
import { createHomePage } from './home-page.ts'
import { defaultLanguageOf } from './language.ts'
import { addSiteMap } from './site-map.ts'

/** Files next to index.html without a hash in their names: cached for an hour. */
const ROOT_FILES_MAX_AGE_MS = HOUR_MS

/** Generated from APP_URL, not files of the build. */
const MADE: ReadonlySet<string> = new Set(['/robots.txt', '/sitemap.xml'])

export interface PagesOptions {
  /** The built web application; null: not built. */
  readonly webRoot: string | null
  /** Public address of the application. */
  readonly appUrl: string
  /** More addresses for the site map. */
  readonly more: () => Promise<readonly string[]>
}

/**
 * Serves the built web application from `webRoot`: hashed files are cached forever, the page never. Every path of the
 * route table gets the same page (its router takes over), `/` the prerendered one. Unknown paths get the page with
 * status 404.
 */
export async function addPages(app: FastifyInstance, { webRoot, appUrl, more }: PagesOptions): Promise<void> {
  const sendPage = async (request: FastifyRequest, reply: FastifyReply, status: number) => {
    const built =
      webRoot === null ? NOT_BUILT : await readFile(join(webRoot, 'index.html'), 'utf8').catch(() => NOT_BUILT)
    const html = defaultLanguageOf(request) === 'en' ? built.replace(FRAME_START, ENGLISH_START) : built
    if (request.server.defaultLanguage === 'auto') reply.header('vary', 'accept-language')
    return reply
      .code(built === NOT_BUILT ? 503 : status)
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(html)
  }

  if (webRoot !== null) await addFiles(app, webRoot)
  await addSiteMap(app, appUrl, more)
  const sendHome = webRoot === null ? null : createHomePage(webRoot, appUrl)
  for (const { path, kind } of ROUTES) {
    if (kind !== 'page') continue
    app.get(path, { schema: { hide: true } }, async (request, reply) =>
      path === '/' && (await sendHome?.(request, reply)) ? reply : sendPage(request, reply, 200),
    )
  }
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0]
    const isPage =
      (request.method === 'GET' || request.method === 'HEAD') &&
      !/^\/(api|assets)(\/|$)/.test(path) &&
      !/\.\w+$/.test(path)
    return isPage ? sendPage(request, reply, 404) : sendError(request, reply, new AppError('NOT_FOUND', { http: 404 }))
  })
}

async function addFiles(app: FastifyInstance, webRoot: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: join(webRoot, 'assets'),
    prefix: '/assets/',
    immutable: true,
    maxAge: '365d',
    index: false,
    // The build may put compressed files next to the plain ones.
    preCompressed: true,
  })
  for (const { path, kind } of ROUTES) {
    if (kind !== 'static' || path.includes('*') || path.startsWith('/api/') || MADE.has(path)) continue
    app.get(path, { schema: { hide: true } }, (_request, reply) =>
      reply.sendFile(path.slice(1), webRoot, { maxAge: ROOT_FILES_MAX_AGE_MS, immutable: false }),
    )
  }
}

/** Start tag in apps/web/index.html; public/first-paint.js reads the attribute. */
const FRAME_START = '<html lang="zh-CN">'
const ENGLISH_START = '<html lang="en" data-default-language="en">'

const NOT_BUILT =
  '<!doctype html><meta charset="utf-8"><title>Flowprint</title><p>The pages are not built. Run: npm run build</p>'
