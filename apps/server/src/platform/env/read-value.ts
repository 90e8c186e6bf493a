import { isIP } from 'node:net'
import { Type } from 'typebox'
import type { ClockPace } from '../clock/index.ts'
import { messageOf } from '../errors/index.ts'

/** The schema of a variable whose text is converted by one of the parsers below; they throw what is allowed. */
export function parsed<Value>(parse: (text: string) => Value) {
  const faultOf = (text: string): string | null => {
    try {
      parse(text)
      return null
    } catch (error) {
      return messageOf(error)
    }
  }
  return Type.Decode(
    Type.Refine(
      Type.String(),
      (text) => faultOf(text) === null,
      (text) => faultOf(text) ?? '',
    ),
    parse,
  )
}

export function integer(low: number, high: number): (value: string) => number {
  return (value) => {
    const number = Number(value)
    if (!/^\d+$/.test(value) || number < low || number > high)
      throw new Error(`must be a whole number from ${low} to ${high}`)
    return number
  }
}

export function positiveNumber(value: string): number {
  const number = Number(value)
  if (value.trim() === '' || !Number.isFinite(number) || number <= 0) throw new Error('must be a number above 0')
  return number
}

export function share(value: string): number {
  const number = Number(value)
  if (value.trim() === '' || !(number >= 0 && number <= 1)) throw new Error('must be a number from 0 to 1')
  return number
}

/** `name=value` pairs separated by commas, as OpenTelemetry defines them: values are percent-encoded. */
export function headerPairs(value: string): Readonly<Record<string, string>> {
  const pairs = list(value).map((pair): [string, string] => {
    const [, name, text] = /^([\w-]+)\s*=\s*((?:[^%]|%[0-9a-f]{2})*)$/i.exec(pair) ?? []
    if (name === undefined)
      throw new Error('must list headers like name=value, separated by commas, with percent-encoded values')
    return [name, decodeURIComponent(text)]
  })
  return Object.fromEntries(pairs)
}

export function flag(value: string): boolean {
  if (value === '1' || value === 'true' || value === 'on') return true
  if (value === '0' || value === 'false' || value === 'off') return false
  throw new Error('must be 1 or 0')
}

export function oneOf<Choice extends string>(...choices: readonly Choice[]): (value: string) => Choice {
  return (value) => {
    if (!choices.includes(value as Choice)) throw new Error(`must be one of ${choices.join(', ')}`)
    return value as Choice
  }
}

export function someOf<Choice extends string>(...choices: readonly Choice[]): (value: string) => readonly Choice[] {
  return (value) => {
    const parts = list(value) as Choice[]
    const unknown = parts.filter((part) => !choices.includes(part))
    if (parts.length === 0 || unknown.length > 0)
      throw new Error(`must list some of ${choices.join(', ')}, separated by commas`)
    return [...new Set(parts)]
  }
}

/** Comma-separated; blanks around parts and empty parts are dropped. */
export function list(value: string): readonly string[] {
  return value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

export function secret(least: number): (value: string) => string {
  return (value) => {
    if (value.length < least) throw new Error(`must have at least ${least} characters`)
    return value
  }
}

/** Secrets separated by commas, each long enough. */
export const secrets =
  (least: number) =>
  (value: string): readonly string[] =>
    list(value).map(secret(least))

/** `a@b.example` or `Name <a@b.example>`, on one line. */
export function mailAddress(value: string): string {
  if (!/^(?:[^<>\r\n]+ <[^<>\s@]+@[^<>\s@]+>|[^<>\s@]+@[^<>\s@]+)$/.test(value)) {
    throw new Error('must be an address like no-reply@example.com or Flowprint <no-reply@example.com>')
  }
  return value
}

export function url(...protocols: readonly string[]): (value: string) => string {
  return (value) => {
    if (!URL.canParse(value) || !protocols.includes(new URL(value).protocol)) {
      throw new Error(`must be an address starting with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`)
    }
    return value
  }
}

/** Addresses separated by commas. */
export function urls(...protocols: readonly string[]): (value: string) => readonly string[] {
  const one = url(...protocols)
  return (value) => list(value).map(one)
}

/** The same, each host once. */
export const differentHosts =
  (parse: (value: string) => readonly string[]) =>
  (value: string): readonly string[] => {
    const addresses = parse(value)
    const hosts = addresses.map((address) => new URL(address).host)
    const twice = hosts.find((host, i) => hosts.indexOf(host) !== i)
    if (twice !== undefined) throw new Error(`must name each server once, had ${twice} twice`)
    return addresses
  }

/** NATS servers: one account for all, and host names for TLS, as the client does not check the address of a certificate. */
export function natsServers(value: string): readonly string[] {
  const addresses = urls('nats:', 'tls:')(value)
  const parsed = addresses.map((address) => new URL(address))
  if (new Set(parsed.map(({ username, password }) => `${username}:${password}`)).size > 1)
    throw new Error('must have the same user and password in every address')
  const ip = parsed.find(({ protocol, hostname }) => protocol === 'tls:' && isIP(hostname.replace(/^\[|\]$/g, '')) > 0)
  if (ip !== undefined) throw new Error(`must name the host after tls://, had the IP address ${ip.hostname}`)
  return addresses
}

/** An http(s) address without path, query or trailing slash, so that paths can be appended. */
export function origin(value: string): string {
  const parsed = new URL(url('http:', 'https:')(value))
  if (parsed.pathname !== '/' || parsed.search !== '' || parsed.hash !== '' || parsed.username !== '') {
    throw new Error('must be scheme, host and port only, like https://example.com')
  }
  return parsed.origin
}

/** An http(s) address to which paths are appended; it may have a path, but no query. */
export function baseUrl(value: string): string {
  const parsed = new URL(url('http:', 'https:')(value))
  if (parsed.search !== '' || parsed.hash !== '')
    throw new Error('must be an address without a query, like https://mirror.example.com/binance')
  return parsed.href.replace(/\/+$/, '')
}

export const baseUrlOrOff = (value: string): string | null => (value === 'off' ? null : baseUrl(value))

export const origins = (value: string): readonly string[] => list(value).map(origin)

export function timeZone(value: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: value }).resolvedOptions().timeZone
  } catch {
    throw new Error('must be a time zone like Asia/Shanghai')
  }
}

/** `atMs,sinceMs,speed` of ClockPace. */
export function clockPace(value: string): ClockPace {
  const [atMs, sinceMs, speed, ...more] = value.split(',').map(Number)
  if (more.length > 0 || !Number.isFinite(atMs + sinceMs + speed) || speed <= 0)
    throw new Error('must be three numbers: time, time of the machine, speed')
  return { atMs, sinceMs, speed }
}

/** off, on (trust the nearest proxy), a number of proxies, or a list of addresses and networks. */
export function proxies(value: string): boolean | number | readonly string[] {
  if (value === 'off' || value === '0' || value === 'false') return false
  if (value === 'on' || value === 'true') return 1
  if (/^\d+$/.test(value)) return integer(1, 32)(value)
  const addresses = list(value)
  const named = ['loopback', 'linklocal', 'uniquelocal']
  const isAddress = (part: string): boolean => /^[0-9a-f:.]+(\/\d{1,3})?$/i.test(part) && /[.:]/.test(part)
  if (addresses.length === 0 || !addresses.every((part) => named.includes(part) || isAddress(part))) {
    throw new Error('must be off, on, a number of proxies, or addresses and networks separated by commas')
  }
  return addresses
}

/** EXCHANGE:NAME, upper case, as traders write it. */
export function symbols(value: string): readonly string[] {
  const parts = list(value)
  const bad = parts.filter((part) => !/^[A-Z0-9_]+:[A-Z0-9._/-]+$/.test(part))
  if (bad.length > 0) throw new Error(`must list symbols like BINANCE:BTCUSDT, had ${bad.join(', ')}`)
  return parts
}

/** WebSocket and REST addresses by venue and section. */
export type VenueAddresses = Readonly<
  Record<string, Readonly<Record<string, { readonly ws?: string; readonly depthWs?: string; readonly rest?: string }>>>
>

/** JSON like {"BINANCE":{"spot":{"ws":"wss://host/ws","rest":"https://host"}}}. */
export function venueAddresses(value: string): VenueAddresses {
  const fault = 'must be JSON like {"BINANCE":{"spot":{"ws":"wss://host/ws","rest":"https://host"}}}'
  const isObject = (one: unknown): one is Record<string, unknown> =>
    typeof one === 'object' && one !== null && !Array.isArray(one)
  let venues: unknown
  try {
    venues = JSON.parse(value)
  } catch {
    throw new Error(fault)
  }
  const sections = isObject(venues) ? Object.values(venues) : [null]
  const addresses = sections.flatMap((section) => (isObject(section) ? Object.values(section) : [null]))
  const isFitting = (one: unknown): boolean =>
    isObject(one) &&
    Object.entries(one).every(
      ([key, text]) => ['ws', 'depthWs', 'rest'].includes(key) && typeof text === 'string' && URL.canParse(text),
    )
  if (!addresses.every(isFitting)) throw new Error(fault)
  return venues as VenueAddresses
}
