import { Answer, ErrorAnswer, Properties, PropertiesBody, USDT_CONTRACT, USDT_DECIMALS } from '@flowprint/contract'
import type { NetworkProperty } from '@flowprint/contract'
import type { ApiMessageKey } from '@flowprint/i18n/api'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Compile } from 'typebox/compile'
import { bodyFaults, languageOf, refuse, translate } from '../../../platform/http/index.ts'
import { EXPLORER_URL, loadPaymentTerms } from '../../membership/index.ts'
import type { ContentDeps } from '../content-deps.ts'

const VALUES: Readonly<
  Record<Exclude<PropertiesBody['code'], 'network_type'>, Readonly<Record<string, ApiMessageKey>>>
> = {
  role: { user: 'ROLE_USER', inviter: 'ROLE_INVITER', admin: 'ROLE_ADMIN' },
  theme: { light: 'THEME_LIGHT', dark: 'THEME_DARK' },
  language: { zh: 'LANGUAGE_ZH', en: 'LANGUAGE_EN' },
  order_status: { pending: 'ORDER_STATUS_PENDING', passed: 'ORDER_STATUS_PASSED', refused: 'ORDER_STATUS_REFUSED' },
  share_status: { unpaid: 'SHARE_STATUS_UNPAID', pending: 'SHARE_STATUS_PENDING', settled: 'SHARE_STATUS_SETTLED' },
}

/** Blocks after which a TRON payment is final: 19 of its 27 witnesses have built on it. */
const FINAL_AFTER_BLOCKS = 19

const body = Compile(PropertiesBody)

/** POST /api/properties: options of the choices, with labels. */
export function addProperties(app: FastifyInstance, options: Pick<ContentDeps, 'pool' | 'clock'>): void {
  app.post(
    '/api/properties',
    {
      schema: {
        tags: ['site'],
        summary: 'List the values of properties with labels',
        body: PropertiesBody,
        response: { 200: Answer(Properties), default: ErrorAnswer },
      },
    },
    async (request, reply) => {
      refuse(bodyFaults(body, request.body ?? {}))
      const { code } = request.body as PropertiesBody
      const language = languageOf(request)
      reply.header('cache-control', 'no-store')
      const data =
        code === 'network_type'
          ? [await networkOf(options, request)]
          : Object.entries(VALUES[code]).map(([value, key]) => ({ value, label: translate(language, key) }))
      return { code: 200, message: 'OK', data }
    },
  )
}

/** Queries the database each time: payments to an outdated cached address are lost. Visitors do not get the address. */
async function networkOf(
  { pool, clock }: Pick<ContentDeps, 'pool' | 'clock'>,
  { access }: FastifyRequest,
): Promise<NetworkProperty> {
  const { receiveAddress } = await loadPaymentTerms(pool, clock.now())
  return {
    value: 'TRC20',
    label: 'TRON (TRC20)',
    token: 'USDT',
    decimals: USDT_DECIMALS,
    contract_address: USDT_CONTRACT,
    ...(access.signedIn === undefined ? {} : { receive_address: receiveAddress }),
    explorer_url: EXPLORER_URL,
    min_confirmations: FINAL_AFTER_BLOCKS,
    enabled: receiveAddress !== null,
  }
}
