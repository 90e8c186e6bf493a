import { HELP_TOPICS, ROUTES } from '@flowprint/contract'
import type { FastifyInstance } from 'fastify'

/** Pages for search engines, from the route table. */
const LISTED = ROUTES.filter(({ listed }) => listed).map(({ path }) => path)
/** Pages behind the login, and calls: not to be crawled. */
const CLOSED = ROUTES.filter(
  ({ kind, who, path }) => kind === 'page' && who !== 'P' && !path.includes(':') && path.lastIndexOf('/') === 0,
).map(({ path }) => path)

/** Serves robots.txt and sitemap.xml. `more`: addresses of pages whose paths have parameters. */
export async function addSiteMap(
  app: FastifyInstance,
  appUrl: string,
  more: () => Promise<readonly string[]>,
): Promise<void> {
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
export function siteMap(addresses: readonly string[]): string {
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

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
