import { Answer, Content, ContentQuery, Contents, ContentsBody, ErrorAnswer, readArguments } from '@flowprint/contract'
import type { FastifyInstance } from 'fastify'
import { Compile } from 'typebox/compile'
import { bodyFaults, refuse } from '../../../platform/http/index.ts'
import type { ContentDeps } from '../content-deps.ts'
import { loadContent, loadContents } from '../load-contents.ts'

const body = Compile(ContentsBody)

/** POST /api/contents and GET /api/content: the published texts, public. */
export function addContents(app: FastifyInstance, deps: ContentDeps): void {
  app.post(
    '/api/contents',
    {
      schema: {
        tags: ['site'],
        summary: 'List pages or articles',
        body: ContentsBody,
        response: { 200: Answer(Contents), default: ErrorAnswer },
      },
    },
    async (request) => {
      refuse(bodyFaults(body, request.body ?? {}))
      return { code: 200, message: 'OK', data: await loadContents(deps, request.body as ContentsBody) }
    },
  )
  app.get(
    '/api/content',
    {
      schema: {
        tags: ['site'],
        summary: 'Get a page or article in Markdown',
        querystring: ContentQuery,
        response: { 200: Answer(Content), default: ErrorAnswer },
      },
    },
    async (request) => {
      const { values, faults } = readArguments(ContentQuery, request.query as Record<string, unknown>)
      refuse(faults)
      return { code: 200, message: 'OK', data: await loadContent(deps, values) }
    },
  )
}
