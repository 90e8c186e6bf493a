import { Properties, PropertiesBody } from '@flowprint/contract'
import type { PROPERTY_CODES } from '@flowprint/contract'
import type { ApiMessageKey } from '@flowprint/messages/api'
import type { FastifyInstance } from 'fastify'
import { Compile } from 'typebox/compile'
import { bodyFaults, languageOf, refuse, say } from '../../../platform/http/index.ts'
import { addAccountRoute } from './account-route.ts'

const VALUES: Readonly<Record<(typeof PROPERTY_CODES)[number], Readonly<Record<string, ApiMessageKey>>>> = {
  role: { user: 'ROLE_USER', inviter: 'ROLE_INVITER', admin: 'ROLE_ADMIN' },
  theme: { light: 'THEME_LIGHT', dark: 'THEME_DARK' },
  language: { zh: 'LANGUAGE_ZH', en: 'LANGUAGE_EN' },
}

const body = Compile(PropertiesBody)

/** POST /api/properties: values to choose from, in words. */
export function addProperties(app: FastifyInstance): void {
  addAccountRoute(app, 'POST', '/api/properties', { summary: 'Values of a property with their words', body: PropertiesBody, data: Properties }, (request) => {
    refuse(bodyFaults(body, request.body ?? {}))
    const { code } = request.body as PropertiesBody
    const language = languageOf(request.headers['language'])
    return Object.entries(VALUES[code]).map(([value, key]) => ({ value, label: say(language, key) }))
  })
}
