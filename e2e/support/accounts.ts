import { randomUUID } from 'node:crypto'
import type { DevAccounts, Login, Outbox } from '@flowprint/contract'

export interface Credentials {
  readonly email: string
  readonly password: string
}

export interface Person extends Credentials {
  readonly username: string
  readonly token: string
}

export interface Envelope<Data> {
  readonly code: number | string
  readonly message: string
  readonly data: Data
}

/** Calls the API: POST with a body, GET without one. */
export async function callAs<Data>(
  url: string,
  path: string,
  { body, token = '' }: { readonly body?: object; readonly token?: string } = {},
): Promise<Envelope<Data>> {
  const response = await fetch(`${url}/api${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      language: 'en',
      ...(token === '' ? {} : { authorization: token }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return (await response.json()) as Envelope<Data>
}

async function dataOf<Data>(calling: Promise<Envelope<Data>>): Promise<Data> {
  const { code, message, data } = await calling
  if (code !== 200) throw new Error(`a call was refused: ${code} ${message} ${JSON.stringify(data)}`)
  return data
}

/** The accounts created at the first start in development. */
export const fetchDevAccounts = (url: string): Promise<DevAccounts> => dataOf(callAs<DevAccounts>(url, '/dev/accounts'))

export async function logIn(url: string, { email, password }: Credentials): Promise<string> {
  return (await dataOf(callAs<Login>(url, '/login', { body: { email, password } }))).token
}

/** Token of the development account with a membership. */
export async function fetchMemberToken(url: string): Promise<string> {
  return logIn(url, (await fetchDevAccounts(url)).member)
}

/** The newest mail to an address in the development outbox. */
export async function fetchNewestMail(url: string, to: string, template?: string): Promise<Outbox['list'][number]> {
  const { list } = await dataOf(callAs<Outbox>(url, '/dev/outbox'))
  const mail = list.find((one) => one.to === to && (template === undefined || one.template === template))
  if (mail === undefined)
    throw new Error(
      `no mail ${template ?? ''} to ${to}; there are ${list.map((one) => `${one.template} to ${one.to}`).join(', ')}`,
    )
  return mail
}

/** Path and query of the link in a mail, to be opened at the test's base URL. */
export async function fetchMailLink(url: string, to: string, template?: string): Promise<string> {
  const { links } = await fetchNewestMail(url, to, template)
  const { pathname, search } = new URL(links[0])
  return pathname + search
}

let people = 0

/** Unused credentials for a registration. */
export function createCredentials(): { readonly username: string; readonly email: string; readonly password: string } {
  const name = `trader-${++people}-${randomUUID().slice(0, 8)}`
  return { username: name, email: `${name}@example.com`, password: 'lantern of 42 kumquats' }
}

/** Registers (with an invite code, if given), activates and logs in through the API. */
export async function signUp(url: string, inviteCode = 'direct'): Promise<Person> {
  const { username, email, password } = createCredentials()
  const names = { first_name: 'Ada', last_name: 'Byron' }
  await dataOf(
    callAs(url, '/register', {
      body: { username, email, password, confirm_password: password, invite_code: inviteCode, ...names },
    }),
  )
  const link = await fetchMailLink(url, email, 'activate')
  await dataOf(callAs(url, `/active${link.slice(link.indexOf('?'))}`))
  return { username, email, password, token: await logIn(url, { email, password }) }
}
