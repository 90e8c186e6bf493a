import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { selfSigned } from '@flowprint/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { OutboundError, createPoster, isPublicAddress } from '../../src/platform/outbound/index.ts'

describe('non-public address', () => {
  test.each([
    ['127.0.0.1', 'this machine'],
    ['127.255.255.254', 'this machine'],
    ['0.0.0.0', 'this host'],
    ['0.1.2.3', 'this network'],
    ['10.0.0.1', 'private'],
    ['172.16.0.1', 'private'],
    ['172.31.255.255', 'private'],
    ['192.168.1.1', 'private'],
    ['100.64.0.1', 'shared by a provider (CGNAT)'],
    ['100.127.255.254', 'shared by a provider'],
    ['169.254.169.254', 'metadata of clouds'],
    ['169.254.0.1', 'link-local'],
    ['168.63.129.16', 'metadata of Azure'],
    ['100.100.100.200', 'metadata of Alibaba'],
    ['192.0.0.192', 'metadata of Oracle'],
    ['192.0.2.1', 'documentation'],
    ['198.18.0.1', 'benchmarks'],
    ['198.51.100.7', 'documentation'],
    ['203.0.113.9', 'documentation'],
    ['192.88.99.1', 'old relays'],
    ['224.0.0.1', 'multicast'],
    ['239.255.255.250', 'multicast'],
    ['240.0.0.1', 'reserved'],
    ['255.255.255.255', 'broadcast'],
    ['::', 'unspecified'],
    ['::1', 'this machine'],
    ['::ffff:127.0.0.1', 'IPv4 inside'],
    ['::ffff:8.8.8.8', 'IPv4 inside'],
    ['::ffff:a9fe:a9fe', 'IPv4 inside'],
    ['::127.0.0.1', 'IPv4 inside, old'],
    ['64:ff9b::7f00:1', 'IPv4 inside (NAT64)'],
    ['64:ff9b:1::1', 'NAT64 of a network'],
    ['2002:7f00:1::', 'IPv4 inside (6to4)'],
    ['2001:0:7f00:1::', 'IPv4 inside (Teredo)'],
    ['fe80::1', 'link-local'],
    ['fe80::1%eth0', 'link-local'],
    ['fc00::1', 'private'],
    ['fd00:ec2::254', 'metadata of AWS'],
    ['fec0::1', 'site-local'],
    ['ff02::1', 'multicast'],
    ['2001:db8::1', 'documentation'],
    ['3fff::1', 'documentation'],
    ['100::1', 'discarded'],
    ['5f00::1', 'segments'],
    ['', 'nothing'],
    ['localhost', 'a name'],
    ['8.8.8', 'no address'],
    ['0x7f.1', 'no address'],
    ['2130706433', 'no address'],
  ])('%s is rejected: %s', (address) => {
    expect(isPublicAddress(address)).toBe(false)
  })

  test.each([
    '8.8.8.8',
    '1.1.1.1',
    '93.184.216.34',
    '172.15.0.1',
    '172.32.0.1',
    '100.63.0.1',
    '100.128.0.1',
    '192.167.1.1',
    '2606:4700::1111',
    '2a00:1450:4001::200e',
  ])('%s is detected', (address) => {
    expect(isPublicAddress(address)).toBe(true)
  })
})

describe('message to a user-supplied address', () => {
  const certificate = selfSigned(['hook.test'], ['127.0.0.1'])
  const seen: { host: string | undefined; url: string | undefined; body: string }[] = []
  const server = createServer(certificate, async (request, response) => {
    let body = ''
    for await (const part of request) body += String(part)
    seen.push({ host: request.headers.host, url: request.url, body })
    if (request.url === '/moved') response.writeHead(307, { location: '/ok' }).end()
    else if (request.url === '/long') response.end('x'.repeat(100_000))
    else if (request.url === '/slow') setTimeout(() => response.end(), 60_000).unref()
    else if (request.url === '/busy') response.writeHead(429, { 'retry-after': '30' }).end()
    else response.end('fine')
  })
  let port = 0
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    port = (server.address() as AddressInfo).port
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  const asked: string[] = []
  const resolve = async (host: string): Promise<string[]> => {
    asked.push(host)
    return ['127.0.0.1']
  }
  const here = (more: object = {}) =>
    createPoster({ resolve, allows: (address) => address === '127.0.0.1', ca: certificate.cert, ...more })
  const send = (url: string, post = here()) =>
    post({ url: url.replace('PORT', String(port)), headers: { 'x-one': 1 }, body: 'héllo' })
  const faultOf = async (work: Promise<unknown>): Promise<string> => {
    const error: unknown = await work.catch((fault: unknown) => fault)
    return error instanceof OutboundError ? error.fault : `no fault: ${JSON.stringify(error)}`
  }

  test('connects to the checked address with the name for certificate and Host, after one lookup', async () => {
    asked.length = 0
    expect(await send('https://hook.test:PORT/ok?a=1')).toEqual({ status: 200, retryAfterMs: null })
    expect(seen.at(-1)).toEqual({ host: `hook.test:${port}`, url: '/ok?a=1', body: 'héllo' })
    expect(asked).toEqual(['hook.test'])
  })

  test('is rejected when the certificate is for another name', async () => {
    expect(await faultOf(send('https://other.test:PORT/ok'))).toBe('connect')
  })

  test('follows no redirect, and parses Retry-After', async () => {
    expect(await send('https://hook.test:PORT/moved')).toEqual({ status: 307, retryAfterMs: null })
    expect(seen.at(-1)?.url).toBe('/moved')
    expect(await send('https://hook.test:PORT/busy')).toEqual({ status: 429, retryAfterMs: 30_000 })
  })

  test('ends when the answer is too long or too slow', async () => {
    expect(await faultOf(send('https://hook.test:PORT/long'))).toBe('size')
    expect(await faultOf(send('https://hook.test:PORT/slow', here({ timeoutMs: 200 })))).toBe('time')
    expect(
      await faultOf(send('https://hook.test:PORT/ok', here({ timeoutMs: 50, resolve: () => new Promise(() => {}) }))),
    ).toBe('time')
  })

  test('is rejected before connecting when any address of the name is not public', async () => {
    const before = seen.length
    const post = createPoster({ resolve: async () => ['93.184.216.34', '10.0.0.1'], ca: certificate.cert })
    expect(await faultOf(post({ url: 'https://hook.test/', headers: {}, body: '' }))).toBe('private')
    for (const host of [
      '127.0.0.1',
      '[::1]',
      '[::ffff:127.0.0.1]',
      '169.254.169.254',
      '0x7f000001',
      '2130706433',
      '017700000001',
      '127.1',
    ]) {
      expect(await faultOf(createPoster()({ url: `https://${host}/`, headers: {}, body: '' }))).toBe('private')
    }
    expect(seen).toHaveLength(before)
  })

  test('is rejected when the name cannot be resolved', async () => {
    expect(
      await faultOf(createPoster({ resolve: async () => [] })({ url: 'https://hook.test/', headers: {}, body: '' })),
    ).toBe('resolve')
    expect(
      await faultOf(
        createPoster({ resolve: () => Promise.reject(new Error('no such name')) })({
          url: 'https://hook.test/',
          headers: {},
          body: '',
        }),
      ),
    ).toBe('resolve')
  })

  test.each([
    'http://hook.test/',
    'ftp://hook.test/',
    'https://user:pw@hook.test/',
    'https://hook.test:22/',
    'https://hook.test:80/',
    'nonsense',
    `https://hook.test/${'a'.repeat(2000)}`,
  ])('%s is rejected as an address', async (url) => {
    expect(await faultOf(createPoster()({ url, headers: {}, body: '' }))).toBe('address')
  })
})
