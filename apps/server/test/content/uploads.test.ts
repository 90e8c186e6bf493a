import { createHash } from 'node:crypto'
import { PICTURE_MAX_BYTES } from '@flowprint/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { adminWorld } from '../admin/admin-world.ts'
import type { AdminWorld } from '../admin/admin-world.ts'
import type { SignedUp } from '../accounts/world.ts'
import { appUnderTest } from '../app-under-test.ts'
import { JPEG, LOSSY, png } from './sample-pictures.ts'

let world: AdminWorld
let admin: SignedUp
beforeAll(async () => {
  world = await adminWorld()
  admin = await world.administrator()
})
afterAll(() => world.close())

const BOUNDARY = 'a-boundary'
interface Part {
  readonly bytes: Buffer | string
  readonly field?: string
  readonly filename?: string
  readonly type?: string
}

function bodyOf(parts: readonly Part[], end = `--${BOUNDARY}--\r\n`): Buffer {
  const pieces = parts.flatMap(({ bytes, field = 'picture', filename = 'a.png', type = 'image/png' }) => [
    `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${field}"${filename === '' ? '' : `; filename="${filename}"`}\r\ncontent-type: ${type}\r\n\r\n`,
    bytes,
    '\r\n',
  ])
  return Buffer.concat([...pieces, end].map((piece) => Buffer.from(piece)))
}

async function send(payload: Buffer | string, options: { readonly who?: SignedUp; readonly type?: string } = {}) {
  const { who = admin, type = `multipart/form-data; boundary=${BOUNDARY}` } = options
  const answer = await world.app.inject({
    method: 'POST',
    url: '/api/admin_upload_picture',
    payload,
    headers: { 'content-type': type, language: 'en', authorization: who.token },
  })
  return { status: answer.statusCode, ...answer.json() }
}
const upload = (bytes: Buffer | string, part: Partial<Part> = {}) => send(bodyOf([{ bytes, ...part }]))
const get = (url: string, headers: Record<string, string> = {}) => world.app.inject({ url, headers })

describe('picture', () => {
  test.each([
    ['png', png(30, 20), 30, 20, 'image/png'],
    ['jpg', JPEG, 5, 4, 'image/jpeg'],
    ['webp', LOSSY, 7, 6, 'image/webp'],
  ] as const)(
    'of kind %s is stored under the hash of its bytes and returned unchanged',
    async (kind, bytes, width, height, type) => {
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      // The type declared by the browser is ignored.
      const { code, data } = await upload(bytes, { filename: '../../x.html', type: 'text/html' })
      expect([code, data]).toEqual([200, { url: `/api/pictures/${sha256}.${kind}`, width, height }])
      const answer = await get(data.url)
      expect([answer.statusCode, answer.rawPayload.equals(bytes)]).toEqual([200, true])
      expect(answer.headers).toMatchObject({
        'content-type': type,
        'x-content-type-options': 'nosniff',
        'cache-control': 'public, max-age=31536000, immutable',
        'content-security-policy': "default-src 'none'; sandbox",
        'content-length': String(bytes.length),
      })
      expect(answer.headers).not.toHaveProperty('set-cookie')
      const again = await get(data.url, { 'if-none-match': answer.headers.etag as string })
      expect([again.statusCode, again.body, again.headers['cache-control']]).toEqual([
        304,
        '',
        answer.headers['cache-control'],
      ])
    },
  )

  test('is deduplicated for identical uploads, with one audit entry', async () => {
    const since = await world.newestAct()
    const bytes = png(11, 12)
    const answers = await Promise.all([upload(bytes), upload(bytes), upload(bytes)])
    expect(new Set(answers.map(({ data }) => data.url)).size).toBe(1)
    expect(await world.actsSince(since)).toEqual([
      expect.objectContaining({
        action: 'upload_picture',
        actor_id: admin.id,
        object_type: 'picture',
        before: null,
        after: { kind: 'png', width: 11, height: 12, bytes: bytes.length },
      }),
    ])
  })

  test('can be the cover of an article', async () => {
    const { url } = (await upload(png(64, 48))).data
    const body = {
      key: 'pictured',
      language: 'en',
      title: 'T',
      markdown: `![A chart](${url}#64x48)`,
      picture: `${url}#64x48`,
      publish: true,
      remark: 'New article',
      version: 0,
    }
    expect((await world.call('/admin_save_content', body, admin)).code).toBe(200)
    expect((await world.call('/content?key=pictured&language=en')).data.picture).toBe(`${url}#64x48`)
    const wrongKind = { ...body, version: 1, picture: url.replace('.png', '.webp') }
    expect((await world.call('/admin_save_content', wrongKind, admin)).data.fields).toMatchObject({
      picture: [{ error: 'NO_SUCH_PICTURE' }],
    })
  })

  test('of exactly 2 MiB is stored without its comment, and one byte more is rejected', async () => {
    const { data } = await upload(png(4, 4, { size: PICTURE_MAX_BYTES }))
    expect((await get(data.url)).rawPayload.equals(png(4, 4))).toBe(true)
    expect((await upload(png(4, 4, { size: PICTURE_MAX_BYTES + 1 }))).data.fields).toMatchObject({
      picture: [{ error: 'PICTURE_TOO_LARGE', message: 'The picture is larger than 2 MiB' }],
    })
    expect((await upload(png(4, 4, { size: 3 * PICTURE_MAX_BYTES }))).data.fields).toMatchObject({
      picture: [{ error: 'PICTURE_TOO_LARGE' }],
    })
  })
})

describe('rejected uploads, with field and message', () => {
  test.each([
    [
      'an SVG named as a PNG',
      '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
      'NOT_A_PICTURE',
    ],
    ['a page', '<!doctype html><script>alert(1)</script>', 'NOT_A_PICTURE'],
    ['a GIF', 'GIF89a\u0001\u0000\u0001\u0000', 'NOT_A_PICTURE'],
    ['a wrong first byte', Buffer.concat([Buffer.from([0x88]), png(3, 2).subarray(1)]), 'NOT_A_PICTURE'],
    ['a truncated PNG', png(3, 2).subarray(0, -1), 'BROKEN_PICTURE'],
    ['a truncated JPEG', JPEG.subarray(0, 200), 'BROKEN_PICTURE'],
    ['a picture followed by an archive', Buffer.concat([JPEG, Buffer.from('PK\u0003\u0004')]), 'BROKEN_PICTURE'],
    [
      'a picture followed by a script',
      Buffer.concat([png(3, 2), Buffer.from('<script>alert(1)</script>')]),
      'BROKEN_PICTURE',
    ],
    ['a picture that is far too wide', png(20_000, 2), 'PICTURE_TOO_WIDE'],
    ['nothing', '', 'ONE_PICTURE'],
  ])('%s', async (_name, bytes, error) => {
    const {
      rows: [before],
    } = await world.pool.query('select count(*) from content_picture')
    const answer = await upload(bytes)
    expect([answer.status, answer.code, answer.data.fields]).toEqual([
      200,
      400,
      { picture: [{ error, message: expect.stringMatching(/^[A-Z].{10,}/) }] },
    ])
    expect((await world.pool.query('select count(*) from content_picture')).rows[0]).toEqual(before)
  })

  const one = png(3, 2)
  test.each([
    ['two pictures', bodyOf([{ bytes: one }, { bytes: one }])],
    ['a picture in another field', bodyOf([{ bytes: one, field: 'file' }])],
    ['a field without a file', bodyOf([{ bytes: 'words', filename: '', type: 'text/plain' }])],
    ['a prototype name', bodyOf([{ bytes: one, field: '__proto__' }])],
    ['a truncated body', bodyOf([{ bytes: one }], '')],
    ['a body without parts', Buffer.from(`--${BOUNDARY}--\r\n`)],
    ['an empty body', Buffer.alloc(0)],
    ['a body with another boundary', Buffer.from('--other\r\n\r\n--other--')],
  ])('%s', async (_name, payload) => {
    expect((await send(payload)).data.fields).toMatchObject({ picture: [{ error: 'ONE_PICTURE' }] })
  })

  test.each([
    ['application/json', '{"picture":"x"}'],
    ['multipart/form-data', bodyOf([{ bytes: one }])],
  ])('a body of type %s', async (type, payload) => {
    expect((await send(payload, { type })).data).toMatchObject({
      error: 'VALIDATION',
      fields: { picture: [{ error: 'ONE_PICTURE' }] },
    })
  })

  test('all but administrators, before the body is read', async () => {
    const user = await world.signUp()
    expect((await send(bodyOf([{ bytes: one }]), { who: user })).status).toBe(403)
    expect((await send(bodyOf([{ bytes: one }]), { who: { ...user, token: '' } })).status).toBe(401)
  })

  test('files in every other call', async () => {
    const answer = await world.app.inject({
      method: 'POST',
      url: '/api/admin_save_content',
      payload: bodyOf([{ bytes: one }]),
      headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}`, authorization: admin.token },
    })
    expect(answer.json().data.error).toBe('VALIDATION')
  })
})

test('pictures have a separate rate limit: those of an article do not use up the calls of its reader', async () => {
  const few = await appUnderTest({ pool: world.pool, env: { RATE_LIMIT_FACTOR: '0.001' } })
  const { url } = (await upload(png(6, 6))).data
  expect((await few.app.inject({ url })).statusCode).toBe(200)
  expect((await few.app.inject({ url })).statusCode).toBe(429)
  expect((await few.app.inject({ url: '/api/content?key=team&language=en' })).statusCode).toBe(200)
  await few.app.close()
})

describe('over a connection', () => {
  const post = async (body: BodyInit, headers: Record<string, string> = {}) => {
    const answer = await fetch(`${await address}/api/admin_upload_picture`, {
      method: 'POST',
      body,
      duplex: 'half',
      headers: { authorization: admin.token, ...headers },
    } as RequestInit)
    return answer.json()
  }
  let address: Promise<string>
  beforeAll(() => {
    address = world.listen()
  })

  test('accepts the form of a browser', async () => {
    const form = new FormData()
    form.set('picture', new Blob([new Uint8Array(JPEG)], { type: 'image/jpeg' }), '图 1.jpg')
    expect((await post(form)).data).toMatchObject({ width: 5, height: 4 })
  })

  test('rejects a chunked body at 2 MiB and stores nothing of it', async () => {
    const {
      rows: [before],
    } = await world.pool.query('select count(*) from content_picture')
    let left = 32
    const body = new ReadableStream({
      start: (stream) => stream.enqueue(new Uint8Array(bodyOf([{ bytes: png(3, 2) }], '').subarray(0, -2))),
      pull: (stream) => (left-- > 0 ? stream.enqueue(new Uint8Array(256 * 1024)) : stream.close()),
    })
    const answer = await post(body, { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` })
    expect(answer.code).toBe(400)
    expect((await world.pool.query('select count(*) from content_picture')).rows[0]).toEqual(before)
  })

  test('discards the upload of a client that disconnects, and serves the next one', async () => {
    const stop = new AbortController()
    const body = new ReadableStream({
      start: (stream) => stream.enqueue(new Uint8Array(bodyOf([{ bytes: JPEG }], '').subarray(0, 300))),
    })
    const cut = fetch(`${await address}/api/admin_upload_picture`, {
      method: 'POST',
      body,
      duplex: 'half',
      signal: stop.signal,
      headers: { authorization: admin.token, 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
    } as RequestInit)
    setTimeout(() => stop.abort(), 50)
    await expect(cut).rejects.toThrow()
    expect((await upload(JPEG)).code).toBe(200)
  })
})

test('an unknown picture name returns 404', async () => {
  const { url } = (await upload(png(5, 5))).data
  const names = [
    'x.png',
    `${'0'.repeat(64)}.png`,
    `${url.slice(14, 78)}.jpg`,
    `${url.slice(14, 78)}.svg`,
    url.slice(14, 78),
    url.slice(14).toUpperCase(),
    '..%2f..%2fpackage.json',
    '%00.png',
  ]
  for (const name of names) {
    const answer = await get(`/api/pictures/${name}`)
    expect([name, answer.statusCode, answer.json().data.error, answer.headers['cache-control']]).toEqual([
      name,
      404,
      'NOT_FOUND',
      'no-store',
    ])
  }
})
