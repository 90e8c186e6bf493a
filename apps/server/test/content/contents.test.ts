import { AdminContentHistory, Contents, Content, Answer, MARKDOWN_MAX_BYTES } from '@flowprint/contract'
import { MINUTE_MS, DAY_MS } from '@flowprint/orderflow'
import { Compile } from 'typebox/compile'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { adminWorld } from '../admin/admin-world.ts'
import type { AdminWorld } from '../admin/admin-world.ts'
import type { SignedUp } from '../accounts/world.ts'
import { loadContents, defaultMedias } from '../../src/modules/content/queries/load-contents.ts'
import type { ShippedText } from '../../src/modules/content/shipped/load-texts.ts'

let world: AdminWorld
let admin: SignedUp
beforeAll(async () => {
  world = await adminWorld()
  admin = await world.administrator()
})
afterEach(() => world.later(0))
afterAll(() => world.close())

const save = (given: Record<string, unknown>, who: SignedUp = admin) =>
  world.call(
    '/admin_save_content',
    {
      language: 'en',
      title: 'Title',
      summary: 'In short',
      markdown: 'Hello',
      publish: true,
      remark: 'Approved',
      version: 0,
      ...given,
    },
    who,
  )
const seen = async (key: string, language = 'en') => {
  const answer = await world.call(`/content?key=${key}&language=${language}`)
  return answer.code === 200 ? answer.data : answer.data.error
}
const listed = async (kind: string, language = 'en') => (await world.call('/contents', { kind, language })).data.list
const edited = async (key: string, language = 'en') =>
  (await world.call('/admin_content', { key, language }, admin)).data
const history = async (key: string, more: Record<string, unknown> = {}) =>
  (await world.call('/admin_content_history', { key, language: 'en', ...more }, admin)).data

describe('article', () => {
  test('is a hidden draft until it is published', async () => {
    expect(await save({ key: 'first', publish: false })).toMatchObject({ code: 200, data: { version: 1 } })
    expect([await seen('first'), await listed('media')]).toEqual([
      'NOT_FOUND',
      expect.not.arrayContaining([expect.objectContaining({ key: 'first' })]),
    ])
    expect(await edited('first')).toMatchObject({
      version: 1,
      published: false,
      published_version: null,
      draft: true,
      shipped: false,
      markdown: 'Hello',
      updated_by: admin.username,
    })
    expect((await save({ key: 'first', markdown: 'Hello again', version: 1 })).data).toEqual({ version: 2 })
    expect(await seen('first')).toMatchObject({
      kind: 'media',
      language: 'en',
      title: 'Title',
      summary: 'In short',
      markdown: 'Hello again',
      picture: null,
    })
    expect(await edited('first')).toMatchObject({ version: 2, published: true, published_version: 2, draft: false })
  })

  test('keeps its published version while the next one is a draft', async () => {
    await save({ key: 'drafted', markdown: 'One' })
    await save({ key: 'drafted', title: 'Other title', markdown: 'Two', publish: false, version: 1 })
    expect(await seen('drafted')).toMatchObject({ title: 'Title', markdown: 'One' })
    expect(await edited('drafted')).toMatchObject({
      title: 'Other title',
      markdown: 'Two',
      version: 2,
      published: true,
      published_version: 1,
      draft: true,
    })
  })

  test('disappears when withdrawn, and keeps its first publication date when published again', async () => {
    await save({ key: 'gone' })
    const { published_at } = await seen('gone')
    await save({ key: 'gone', publish: false, withdraw: true, version: 1 })
    expect(await seen('gone')).toBe('NOT_FOUND')
    expect(await edited('gone')).toMatchObject({ published: false, draft: true, version: 2 })
    world.later(5 * MINUTE_MS)
    await save({ key: 'gone', version: 2 })
    expect(await seen('gone')).toMatchObject({ published_at })
    expect(Date.parse((await seen('gone')).updated_at) - Date.parse(published_at)).toBeGreaterThanOrEqual(5 * MINUTE_MS)
  })

  test('is returned in the other language when the requested one is missing', async () => {
    await save({ key: 'spoken', language: 'zh', title: '中文' })
    expect(await seen('spoken', 'en')).toMatchObject({ language: 'zh', title: '中文' })
    await save({ key: 'spoken', language: 'en', publish: false })
    expect(await seen('spoken', 'en')).toMatchObject({ language: 'zh' })
    await save({ key: 'spoken', language: 'en', version: 1 })
    expect([(await seen('spoken', 'en')).language, (await seen('spoken', 'zh')).language]).toEqual(['en', 'zh'])
    expect((await listed('media', 'en')).filter(({ key }: { key: string }) => key === 'spoken')).toMatchObject([
      { language: 'en' },
    ])
  })

  test('is listed before articles published earlier', async () => {
    world.later(5 * 365 * DAY_MS)
    await save({ key: 'newest' }, await world.administrator())
    world.later(0)
    const list = await listed('media')
    expect(list[0].key).toBe('newest')
    const times = list.map(({ published_at }: { published_at: string }) => published_at)
    expect(times).toEqual(times.toSorted().toReversed())
  })
})

describe('versions', () => {
  test('accept exactly one of sixteen concurrent saves of the same version', async () => {
    await save({ key: 'raced' })
    const answers = await Promise.all(
      Array.from({ length: 16 }, (_one, i) => save({ key: 'raced', markdown: `Text ${i}`, version: 1 })),
    )
    const won = answers.flatMap(({ code }, i) => (code === 200 ? [i] : []))
    expect(won).toHaveLength(1)
    expect(answers.filter(({ data }) => data.error === 'STALE_VERSION')).toHaveLength(15)
    expect(await seen('raced')).toMatchObject({ markdown: `Text ${won[0]}` })
    expect((await history('raced')).total).toBe(2)
  })

  test('accept exactly one of sixteen concurrent first saves', async () => {
    const answers = await Promise.all(Array.from({ length: 16 }, () => save({ key: 'born' })))
    expect(answers.map(({ code }) => code).toSorted()).toEqual([200, ...Array.from({ length: 15 }, () => 409)])
  })

  test('reject a save based on an older or missing version', async () => {
    await save({ key: 'aged' })
    await save({ key: 'aged', version: 1 })
    for (const version of [0, 1, 3, 99]) expect((await save({ key: 'aged', version })).data.error).toBe('STALE_VERSION')
  })

  test('are immutable and listed newest first with author and time', async () => {
    await save({ key: 'past', markdown: 'One' })
    await save({ key: 'past', markdown: 'Two', publish: false, version: 1 })
    await save({ key: 'past', markdown: 'Two', publish: false, withdraw: true, version: 2 })
    const answer = await history('past')
    expect(Compile(AdminContentHistory).Errors(answer)).toEqual([])
    expect(
      answer.list.map(({ version, markdown, publish, withdraw, by }: Record<string, unknown>) => [
        version,
        markdown,
        publish,
        withdraw,
        by,
      ]),
    ).toEqual([
      [3, 'Two', false, true, admin.username],
      [2, 'Two', false, false, admin.username],
      [1, 'One', true, false, admin.username],
    ])
    expect(
      (await history('past', { page_cur: 2, page_size: 2 })).list.map(({ version }: { version: number }) => version),
    ).toEqual([1])
    expect((await history('nothing-here')).error).toBe('NOT_FOUND')
    for (const sql of [
      "update content_version set title = 'x'",
      'delete from content_version',
      'truncate content_version',
    ]) {
      await expect(world.pool.query(sql)).rejects.toThrow('append-only')
    }
  })

  test('are recorded in the audit log without their text', async () => {
    const since = await world.newestAct()
    await save({ key: 'noted', markdown: 'Words that only the version keeps' })
    await save({ key: 'noted', version: 7 })
    const acts = await world.actsSince(since)
    expect(acts).toEqual([
      expect.objectContaining({
        action: 'save_content',
        actor_id: admin.id,
        object_type: 'content',
        object_id: 'noted/en',
        before: null,
        after: { version: 1, title: 'Title', act: 'publish', bytes: 33, remark: 'Approved' },
      }),
    ])
    expect(JSON.stringify(acts)).not.toContain('Words that')
  })
})

describe('shipped page', () => {
  test('is shown before any edit, and named in the history', async () => {
    const shipped = await seen('team')
    expect(shipped).toMatchObject({ kind: 'page', language: 'en' })
    expect(`${shipped.title}${shipped.summary}${shipped.markdown}`).not.toContain('{{')
    expect(await edited('team')).toMatchObject({
      kind: 'page',
      version: 0,
      shipped: true,
      published: true,
      published_version: 0,
      draft: false,
      updated_by: null,
    })
    expect(await history('team')).toMatchObject({ total: 1, list: [{ version: 0, publish: true, by: null }] })
  })

  test('is replaced by a published version, and restored when that is withdrawn or the old text is saved again', async () => {
    const shipped = await seen('team')
    await save({ key: 'team', kind: 'page', title: 'Ours', markdown: '{{product}} is ours' })
    expect(await seen('team')).toMatchObject({
      kind: 'page',
      title: 'Ours',
      markdown: 'Flowprint is ours',
      published_at: shipped.published_at,
    })
    expect((await edited('team')).markdown).toBe('{{product}} is ours')
    expect((await seen('team', 'zh')).language).toBe('zh')
    await save({ key: 'team', title: 'Ours', markdown: 'x', publish: false, withdraw: true, version: 1 })
    expect(await seen('team')).toEqual(shipped)
    const first = (await history('team')).list.at(-1)
    expect(first.version).toBe(0)
    await save({
      key: 'team',
      title: first.title,
      summary: first.summary,
      picture: first.picture,
      markdown: first.markdown,
      version: 2,
    })
    expect(await seen('team')).toEqual({ ...shipped, updated_at: expect.any(String) })
    expect(
      (await history('team', { page_size: 2, page_cur: 2 })).list.map(({ version }: { version: number }) => version),
    ).toEqual([1, 0])
  })

  test('is not an article, and no page can be added', async () => {
    expect((await save({ key: 'team', kind: 'media', version: 3 })).data.fields).toHaveProperty('kind')
    expect((await save({ key: 'made-up', kind: 'page' })).data.fields).toMatchObject({
      key: [{ error: 'NO_SUCH_PAGE' }],
    })
    expect((await listed('page')).map(({ key }: { key: string }) => key)).toContain('team')
    expect((await listed('media')).map(({ key }: { key: string }) => key)).not.toContain('team')
  })
})

describe('shipped articles', () => {
  const article = (key: string, language: 'zh' | 'en', day: number): ShippedText => ({
    key,
    language,
    kind: 'media',
    title: `${key} of {{product}}`,
    summary: 's',
    at: day * DAY_MS,
    picture: null,
    markdown: 'x',
  })
  const texts = [
    article('old', 'zh', 1),
    article('old', 'en', 1),
    article('shipped-b', 'en', 3),
    article('shipped-a', 'en', 3),
  ]
  const deps = () => ({ pool: world.pool, productName: 'Name', texts })

  test('appear in the footer by title until media are set: the two newest, newest first', async () => {
    expect(await defaultMedias(deps(), 'zh')).toEqual([
      { key: 'shipped-a', label: 'shipped-a of Name', url: '/medias/shipped-a' },
      { key: 'shipped-b', label: 'shipped-b of Name', url: '/medias/shipped-b' },
    ])
  })

  test('disappear when withdrawn, also from the footer', async () => {
    await save({ key: 'shipped-a', publish: false, withdraw: true })
    expect((await defaultMedias(deps(), 'en')).map(({ key }) => key)).toEqual(['shipped-b', 'old'])
    expect((await loadContents(deps(), { kind: 'media', language: 'en' })).list.map(({ key }) => key)).not.toContain(
      'shipped-a',
    )
  })

  test('are replaced in the footer by the setting, also by an empty one', async () => {
    const medias = async () => (await world.call('/settings', {})).data.config.medias
    const set = async (value: unknown) => {
      const { list } = (await world.call('/admin_settings', {}, admin)).data
      const { version } = list.find(({ key }: { key: string }) => key === 'medias')
      return world.call('/admin_save_settings', { key: 'medias', value, version, remark: 'x' }, admin)
    }
    const own = [{ key: 'first', label: 'First', url: '/medias/first' }]
    expect((await set(own)).code).toBe(200)
    expect(await medias()).toEqual(own)
    await set([])
    expect(await medias()).toEqual([])
  })
})

describe('validation and access', () => {
  test.each([
    ['a key in capitals', { key: 'First' }, 'key'],
    ['a key with a parent path', { key: '../x' }, 'key'],
    ['a key of 65 letters', { key: 'x'.repeat(65) }, 'key'],
    ['an unsupported language', { key: 'bad', language: 'fr' }, 'language'],
    ['no title', { key: 'bad', title: '  ' }, 'title'],
    ['a title of two lines', { key: 'bad', title: 'a\nb' }, 'title'],
    ['a summary that is too long', { key: 'bad', summary: 'x'.repeat(301) }, 'summary'],
    ['a text of more than 100 kB', { key: 'bad', markdown: '中'.repeat(33_334) }, 'markdown'],
    ['an empty article', { key: 'bad', markdown: ' \n' }, 'markdown'],
    ['a picture of another site', { key: 'bad', picture: 'https://x.example/a.png' }, 'picture'],
    ['a picture with a script URL', { key: 'bad', picture: 'javascript:alert(1)' }, 'picture'],
    ['a picture that does not exist', { key: 'bad', picture: `/api/pictures/${'0'.repeat(64)}.png` }, 'picture'],
    ['publishing and withdrawing at once', { key: 'bad', withdraw: true }, 'withdraw'],
    ['a null character', { key: 'bad', markdown: 'a\u0000' }, 'markdown'],
    ['publishing without a remark', { key: 'bad', remark: ' ' }, 'remark'],
    ['withdrawing without a remark', { key: 'bad', publish: false, withdraw: true, remark: undefined }, 'remark'],
  ])('%s', async (_name, given, field) => {
    const answer = await save(given)
    expect([answer.code, Object.keys(answer.data.fields)]).toEqual([400, [field]])
    expect(await edited('bad')).toMatchObject({ error: 'NOT_FOUND' })
  })

  test('requires no remark for a draft, and records the remark of a publication in the audit log', async () => {
    expect((await save({ key: 'remarked', publish: false, remark: undefined })).code).toBe(200)
    const since = await world.newestAct()
    expect((await save({ key: 'remarked', remark: ' Approved by the editor ', version: 1 })).code).toBe(200)
    expect(await world.actsSince(since)).toMatchObject([
      { action: 'save_content', after: { act: 'publish', remark: 'Approved by the editor' } },
    ])
  })

  test('stores 100 kB completely, and returns 413 beyond the body limit', async () => {
    const markdown = '\n"'.repeat(MARKDOWN_MAX_BYTES / 2)
    expect((await save({ key: 'long', markdown })).code).toBe(200)
    expect((await seen('long')).markdown).toBe(markdown)
    expect(await save({ key: 'longer', markdown: 'x'.repeat(300_000) })).toMatchObject({
      status: 413,
      data: { error: 'TOO_LARGE' },
    })
    // The body limit of other calls is unchanged.
    expect(await world.call('/contents', { kind: 'media', language: 'en', filler: 'x'.repeat(70_000) })).toMatchObject({
      status: 413,
    })
  })

  test('replaces unpaired surrogates and normalizes line ends', async () => {
    await save({ key: 'mended', title: 'a\ud800', markdown: 'a\r\nb\rc\udfff' })
    expect(await seen('mended')).toMatchObject({ title: 'a\ufffd', markdown: 'a\nb\nc\ufffd' })
  })

  test('refuses all but an administrator after step-up', async () => {
    const [user, unconfirmed] = [await world.signUp(), await world.administrator({ steppedUp: false })]
    for (const path of ['/admin_content', '/admin_content_history', '/admin_save_content', '/admin_upload_picture']) {
      expect([path, (await world.call(path, {})).code, (await world.call(path, {}, user)).code]).toEqual([
        path,
        401,
        403,
      ])
    }
    expect((await save({ key: 'first' }, unconfirmed)).data.error).toBe('STEP_UP_REQUIRED')
    expect((await world.call('/admin_upload_picture', {}, unconfirmed)).data.error).toBe('STEP_UP_REQUIRED')
  })

  test('rejects arguments of another shape, naming the field', async () => {
    expect((await world.call('/content?key=team')).data.fields).toHaveProperty('language')
    expect((await world.call('/content?key=../x&language=en')).data.fields).toHaveProperty('key')
    expect((await world.call('/contents', { kind: 'x', language: 'en' })).data.fields).toHaveProperty('kind')
    expect((await world.call('/admin_content', { key: 'team' }, admin)).data.fields).toHaveProperty('language')
  })
})

test('answers match the contract, with every text listed for the editor', async () => {
  const [list, one] = [
    await world.call('/contents', { kind: 'media', language: 'zh' }),
    await world.call('/content?key=team&language=zh'),
  ]
  expect(Compile(Answer(Contents)).Errors({ code: 200, message: 'OK', data: list.data })).toEqual([])
  expect(Compile(Answer(Content)).Errors({ code: 200, message: 'OK', data: one.data })).toEqual([])
  const all = (await world.call('/admin_content', {}, admin)).data.list
  expect(all[0].kind).toBe('page')
  const of = (await world.call('/admin_content', { kind: 'media', language: 'zh' }, admin)).data.list
  expect(of.map(({ key }: { key: string }) => key)).toContain('spoken')
  expect(of.every(({ kind, language }: Record<string, unknown>) => kind === 'media' && language === 'zh')).toBe(true)
})
