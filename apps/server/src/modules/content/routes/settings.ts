import { Answer, ErrorAnswer, Settings, SettingsBody } from '@flowprint/contract'
import type { SettingRow, SiteConfig } from '@flowprint/contract'
import { LANGUAGES } from '@flowprint/messages'
import type { FastifyInstance } from 'fastify'
import type { Static } from 'typebox'
import { Compile } from 'typebox/compile'
import { bodyFaults, refuse } from '../../../platform/http/index.ts'

export interface ContentOptions {
  readonly productName: string
  readonly passwordMin: number
}

const body = Compile(SettingsBody)

/** POST /api/settings: what the pages need to know before anybody signs in. */
export function addContentCalls(app: FastifyInstance, options: ContentOptions): void {
  const config = siteConfig(options)
  const rows: readonly SettingRow[] = [
    { code: 'product_name', name: 'product_name', value: options.productName, status: 1 },
    { code: 'password_min', name: 'password_min', value: String(options.passwordMin), status: 1 },
  ]
  app.post(
    '/api/settings',
    {
      schema: {
        tags: ['site'],
        summary: 'Settings of the site',
        body: SettingsBody,
        response: { 200: Answer(Settings), default: ErrorAnswer },
      },
    },
    async (request) => {
      const { status, page_size, page_cur } = readBody(request.body)
      const list = rows.filter((row) => row.status === status)
      const from = (page_cur - 1) * page_size
      const data: Static<typeof Settings> = {
        list: list.slice(from, from + page_size),
        total: list.length,
        page_cur,
        page_size,
        config,
      }
      return { code: 200, message: 'OK', data }
    },
  )
}

function readBody(given: unknown): { status: number; page_size: number; page_cur: number } {
  const value: unknown = given ?? {}
  refuse(bodyFaults(body, value))
  return { status: 1, page_size: 10, page_cur: 1, ...(value as Partial<Record<string, number>>) }
}

/** Prices, trial, levels and contact are not decided yet: null and empty say so. */
function siteConfig({ productName, passwordMin }: ContentOptions): SiteConfig {
  return {
    product_name: productName,
    trial_days: null,
    original_price: null,
    price: null,
    discount_start: null,
    discount_end: null,
    share_levels: [],
    contact: null,
    medias: [],
    languages: [...LANGUAGES],
    themes: ['light', 'dark'],
    password_min: passwordMin,
  }
}
