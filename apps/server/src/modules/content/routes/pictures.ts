import type { FastifyInstance } from 'fastify'
import { AppError, limitedTo } from '../../../platform/http/index.ts'
import type { ContentDeps } from '../content-deps.ts'
import { loadPicture } from '../repository/picture-rows.ts'
import { readPictureName } from '../rules/picture-path.ts'
import type { PictureKind } from '../rules/picture/read-picture.ts'

const TYPES: Readonly<Record<PictureKind, string>> = { png: 'image/png', jpg: 'image/jpeg', webp: 'image/webp' }

/**
 * GET /api/pictures/<sha256>.<kind>: immutable content. Scripts are forbidden when it is opened as a page; the global
 * headers forbid content sniffing.
 */
export function addPictures(
  app: FastifyInstance,
  { pool, rateLimitFactor }: Pick<ContentDeps, 'pool' | 'rateLimitFactor'>,
): void {
  app.get<{ Params: { name: string } }>(
    '/api/pictures/:name',
    { schema: { hide: true }, config: limitedTo('picture', rateLimitFactor) },
    async (request, reply) => {
      const name = readPictureName(request.params.name)
      const etag = name === null ? '' : `"${name.sha256.toString('hex')}"`
      const bytes = name === null ? null : await loadPicture(pool, name.sha256, name.kind)
      if (name === null || bytes === null) throw new AppError('NOT_FOUND', { http: 404 })
      reply
        .header('cache-control', 'public, max-age=31536000, immutable')
        .header('etag', etag)
        .header('content-security-policy', "default-src 'none'; sandbox")
      if (request.headers['if-none-match'] === etag) return reply.code(304).send()
      return reply.type(TYPES[name.kind]).send(bytes)
    },
  )
}
