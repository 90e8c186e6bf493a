import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'

const dist = join(import.meta.dirname, '..', '..', '..', 'apps', 'web', 'dist')
const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.html': 'text/html; charset=utf-8',
}

/** Serves the built pages like the server, with one of the built documents at /; API calls are not answered. */
export async function servePages(document: string): Promise<{ readonly url: string; close(): Promise<void> }> {
  const page = brotliCompressSync(readFileSync(join(dist, document), 'utf8').replaceAll('__SITE__', ''))
  const server = createServer((request, response) => {
    const path = (request.url ?? '/').split('?')[0]
    const file = join(dist, path)
    const type = { 'content-type': TYPES[extname(path)] ?? 'application/octet-stream' }
    if (path === '/') response.writeHead(200, { 'content-type': TYPES['.html'], 'content-encoding': 'br' }).end(page)
    else if (path.startsWith('/api/') || !existsSync(file)) response.writeHead(503).end()
    else if (existsSync(`${file}.br`))
      response.writeHead(200, { ...type, 'content-encoding': 'br' }).end(readFileSync(`${file}.br`))
    else response.writeHead(200, type).end(readFileSync(file))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    // Browsers accept Brotli only from secure origins; localhost counts as one.
    url: `http://localhost:${(server.address() as AddressInfo).port}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
