import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { defaultLanguageOf } from './language.ts'

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
export function createHomePage(webRoot: string, appUrl: string): SendHome {
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
