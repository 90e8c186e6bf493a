import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  BigTradesQuery,
  CLIENT_MESSAGES,
  CoverageQuery,
  ExportQuery,
  Footprint,
  FootprintQuery,
  Login,
  LoginBody,
  ProfileQuery,
  readArguments,
  ruleOf,
  SaveAlertBody,
  TradesQuery,
  type ClientOp,
} from '../src/index.ts'
import type { TObject, TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { describe, expect, it } from 'vitest'

const texts = join(import.meta.dirname, '..', '..', '..', 'apps', 'web', 'src', 'features', 'help', 'texts')

/** The blocks of code of the guide, as the help shows them: what stands behind the fence, and what is inside. */
function blocksOf(language: string) {
  const source = readFileSync(join(texts, language, 'api.md'), 'utf8')
  return [...source.matchAll(/^```(.*)\n([\s\S]*?)^```$/gm)].map(([, info, code]) => ({ info, code }))
}

interface Call {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly body: unknown
  readonly hasToken: boolean
}

/** The commands of a block, as a shell would read them: each begins with curl. */
function callsIn(code: string): Call[] {
  return code
    .replace(/\\\n\s*/g, ' ')
    .split(/^(?=curl )/m)
    .map((command) => {
      const address = /"\$SITE([^"?]+)(?:\?([^"]*))?"/.exec(command)
      if (address === null) throw new Error(`a command without an address: ${command}`)
      const body = /-d '([\s\S]*)'/.exec(command)?.[1]
      return {
        method: body === undefined ? 'GET' : 'POST',
        path: address[1],
        query: Object.fromEntries(new URLSearchParams(address[2] ?? '')),
        body: body === undefined ? undefined : (JSON.parse(body) as unknown),
        hasToken: command.includes('"Authorization: $TOKEN"'),
      }
    })
}

const QUERIES: Readonly<Record<string, TObject | null>> = {
  '/api/menus': null,
  '/api/footprint': FootprintQuery,
  '/api/profile': ProfileQuery,
  '/api/trades': TradesQuery,
  '/api/big_trades': BigTradesQuery,
  '/api/coverage': CoverageQuery,
  '/api/export': ExportQuery,
}
const BODIES: Readonly<Record<string, TSchema>> = { '/api/login': LoginBody, '/api/save_alert': SaveAlertBody }
const ANSWERS: Readonly<Record<string, TSchema>> = { login: Login, footprint: Footprint }

/** Fields of an excerpt that the schema does not have, by their path. */
function strangers(schema: TSchema, value: unknown, path = ''): string[] {
  const { properties, items, anyOf } = schema as {
    properties?: Record<string, TSchema>
    items?: TSchema
    anyOf?: TSchema[]
  }
  if (Array.isArray(value))
    return items && !Array.isArray(items)
      ? value.flatMap((one) => strangers(items, one, `${path}[]`))
      : Value.Check(schema, value)
        ? []
        : [path]
  if (anyOf) return anyOf.some((one) => strangers(one, value, path).length === 0) ? [] : [path]
  if (typeof value !== 'object' || value === null || !properties) return Value.Check(schema, value) ? [] : [path]
  return Object.entries(value).flatMap(([key, inner]) =>
    key in properties ? strangers(properties[key], inner, `${path}.${key}`) : [`${path}.${key}`],
  )
}

describe.each(['zh', 'en'])('the API guide in %s', (language) => {
  const blocks = blocksOf(language)
  const calls = blocks.filter(({ info }) => info === 'bash').flatMap(({ code }) => callsIn(code))

  it('shows every kind of call', () =>
    expect(calls.map(({ path }) => path)).toEqual([
      '/api/login',
      '/api/menus',
      '/api/footprint',
      '/api/profile',
      '/api/trades',
      '/api/big_trades',
      '/api/coverage',
      '/api/export',
      '/api/save_alert',
    ]))

  it.each(calls)('$method $path is a call as the contract has it', ({ method, path, query, body, hasToken }) => {
    const rule = ruleOf(method, path)
    expect(rule?.kind).toBe('call')
    expect(hasToken).toBe(rule?.who === 'U')
    if (body !== undefined) {
      expect(Value.Errors(BODIES[path], body)).toEqual([])
      return
    }
    const schema = QUERIES[path]
    expect(schema, 'a schema of its arguments').toBeDefined()
    expect(schema ? readArguments(schema, query).faults : Object.keys(query)).toEqual([])
  })

  it.each(['login', 'footprint'])('the answer of %s has fields that there are, of their kind', (name) => {
    const block = blocks.find(({ info }) => info === `json ${name}`)
    const { code, data } = JSON.parse(block?.code ?? '') as { code: number; data: unknown }
    expect(code).toBe(200)
    expect(strangers(ANSWERS[name], data)).toEqual([])
  })

  it.each(['hello', 'subscribe', 'watch'] satisfies ClientOp[])('the message %s is one that the stream takes', (op) => {
    const message: unknown = JSON.parse(blocks.find(({ info }) => info === `json ${op}`)?.code ?? '')
    expect(Value.Errors(CLIENT_MESSAGES[op], message)).toEqual([])
  })

  it('the check of a webhook takes what we signed, and nothing else', async () => {
    const code = blocks.find(({ info }) => info === 'js webhook')?.code ?? ''
    const { isOurs } = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as {
      isOurs: (secret: string, header: string, body: string) => boolean
    }
    const sign = (secret: string, t: number, body: string) =>
      `t=${t},v1=${createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')}`
    const now = Math.floor(Date.now() / 1000)
    expect(isOurs('secret', sign('secret', now, '{"id":1}'), '{"id":1}')).toBe(true)
    for (const [header, body] of [
      [sign('other', now, '{}'), '{}'],
      [sign('secret', now, '{}'), '{} '],
      [sign('secret', now - 400, '{}'), '{}'],
      ['t=1', '{}'],
    ]) {
      expect(isOurs('secret', header, body), header).toBe(false)
    }
  })
})

describe('an excerpt of an answer', () => {
  it('with a field that is not there, or of another kind, is found', () => {
    expect(strangers(Login, { token: 'x', exprie_at: 'y' })).toEqual(['.exprie_at'])
    expect(strangers(Footprint, { bars: [{ t: 'noon' }] })).toEqual(['.bars[].t'])
  })
})
