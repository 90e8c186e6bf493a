import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import fastifyStatic from '@fastify/static'
import { ROUTES, HELP_TOPICS } from '@flowprint/contract'
import { HOUR_MS } from '@flowprint/orderflow'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from './app-error.ts'
import { sendError } from './error-handler.ts'
import { defaultLanguageOf } from './language.ts'

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

/** Placeholder for APP_URL in the built document (tools/prerender.mjs). */
const SITE = /__SITE__/g

interface Made {
  readonly mtimeMs: number
  readonly etag: string
  readonly plain: Buffer
  readonly br: Buffer
  readonly gzip: Buffer
}

/**
 * Answers / with the prerendered home page in the language of the address; false: there is none and nothing was sent.
 */
export type SendHome = (request: FastifyRequest, reply: FastifyReply) => Promise<boolean>

/** `webRoot`: the built pages; `appUrl`: public address without a trailing slash. */
function createHomePage(webRoot: string, appUrl: string): SendHome {
  const kept = new Map<string, Made>()

  const load = async (name: string): Promise<Made | null> => {
    const file = join(webRoot, name)
    const found = await stat(file).catch(() => null)
    if (found === null) return null
    const known = kept.get(name)
    // Reload when a build replaced the files while the server runs.
    if (known?.mtimeMs === found.mtimeMs) return known
    const made = await make((await readFile(file, 'utf8')).replace(SITE, escaped(appUrl)), found.mtimeMs)
    kept.set(name, made)
    return made
  }

  return async (request, reply) => {
    const { language } = request.query as { language?: string }
    const isAuto = request.server.defaultLanguage === 'auto'
    const name =
      language === 'en'
        ? 'home.en.html'
        : language === undefined && defaultLanguageOf(request) === 'en'
          ? 'home.default-en.html'
          : 'home.html'
    const made = await load(name)
    if (made === null) return false
    reply
      .header('cache-control', 'no-cache')
      .header('vary', isAuto ? 'accept-encoding, accept-language' : 'accept-encoding')
      .header('etag', made.etag)
      .type('text/html; charset=utf-8')
    if (request.headers['if-none-match'] === made.etag) {
      reply.code(304).send()
      return true
    }
    const accepted = String(request.headers['accept-encoding'] ?? '')
    const encoding = /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : null
    if (encoding !== null) reply.header('content-encoding', encoding)
    reply.send(made[encoding ?? 'plain'])
    return true
  }
}

const pressed = { br: promisify(brotliCompress), gzip: promisify(gzip) }

async function make(html: string, mtimeMs: number): Promise<Made> {
  const plain = Buffer.from(html)
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length }
  const [br, zipped] = await Promise.all([pressed.br(plain, { params }), pressed.gzip(plain, { level: 9 })])
  return {
    mtimeMs,
    plain,
    br,
    gzip: zipped,
    etag: `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`,
  }
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

/** Pages for search engines, from the route table. */
const LISTED = ROUTES.filter(({ listed }) => listed).map(({ path }) => path)
/** Pages behind the login, and calls: not to be crawled. */
const CLOSED = ROUTES.filter(
  ({ kind, who, path }) => kind === 'page' && who !== 'P' && !path.includes(':') && path.lastIndexOf('/') === 0,
).map(({ path }) => path)

/** Serves robots.txt and sitemap.xml. `more`: addresses of pages whose paths have parameters. */
async function addSiteMap(app: FastifyInstance, appUrl: string, more: () => Promise<readonly string[]>): Promise<void> {
  app.get('/robots.txt', { schema: { hide: true } }, (_request, reply) => {
    const closed = ['/api/', ...CLOSED].map((path) => `Disallow: ${path}`)
    return reply
      .type('text/plain; charset=utf-8')
      .send(['User-agent: *', ...closed, `Sitemap: ${appUrl}/sitemap.xml`, ''].join('\n'))
  })
  app.get('/sitemap.xml', { schema: { hide: true } }, async (_request, reply) => {
    const pages = [...LISTED, ...HELP_TOPICS.map((topic) => `/help/${topic}`), ...(await more())]
    return reply.type('application/xml; charset=utf-8').send(siteMap(pages.map((path) => `${appUrl}${path}`)))
  })
}

/** A sitemap that lists every page once per language. Input: addresses without a query. */
function siteMap(addresses: readonly string[]): string {
  const urls = addresses.map((address) => {
    const english = `${address}?language=en`
    const links = [
      ['zh-CN', address],
      ['en', english],
      ['x-default', address],
    ].map(([language, href]) => `<xhtml:link rel="alternate" hreflang="${language}" href="${escaped(href)}"/>`)
    return [address, english].map((loc) => `<url><loc>${escaped(loc)}</loc>${links.join('')}</url>`).join('\n')
  })
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">',
    ...urls,
    '</urlset>',
    '',
  ].join('\n')
}
