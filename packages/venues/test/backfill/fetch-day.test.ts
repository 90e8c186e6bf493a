import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { archiveSourceOf, dayFileOf, fetchDayFile, removeStaleFiles } from '@flowprint/venues'
import type { ArchiveSource } from '@flowprint/venues'
import { simulatedTape, startArchiveServer } from '@flowprint/testkit'
import type { ArchiveServer } from '@flowprint/testkit'

const DAY_TS = Date.UTC(2026, 4, 13)
const DEFAULT_RETRY = { attempts: 3, baseMs: 1, stallMs: 5_000 }
const units = { tickSize: '0.1', lotSize: '0.0001' }
let server: ArchiveServer
let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'flowprint-fetch-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))
beforeEach(async () => {
  await server?.close()
  for (const name of readdirSync(folder)) rmSync(join(folder, name))
  const tape = simulatedTape({ minutes: 10 })
  server = await startArchiveServer([
    { layout: 'binance-spot', marketId: 'BTCUSDT', tape, ...units },
    { layout: 'bybit-derivatives', marketId: 'BTCUSDT', tape, ...units },
  ])
})
afterAll(() => server.close())

const source = (venue: string, kind: string): ArchiveSource => archiveSourceOf({ venue, kind }) as ArchiveSource
const file = (venue = 'BINANCE', kind = 'spot', marketId = 'BTCUSDT') =>
  dayFileOf(source(venue, kind), marketId, DAY_TS, { [venue]: server.origin })
const fetched = (which = file(), log: (line: string) => void = () => {}) =>
  fetchDayFile(which, { folder, retry: DEFAULT_RETRY, log })

describe('the address of a day file', () => {
  test.each([
    [
      'BINANCE',
      'spot',
      'https://data.binance.vision/data/spot/daily/aggTrades/LTCUSDT/LTCUSDT-aggTrades-2026-05-13.zip',
    ],
    [
      'BINANCE',
      'perpetual',
      'https://data.binance.vision/data/futures/um/daily/aggTrades/LTCUSDT/LTCUSDT-aggTrades-2026-05-13.zip',
    ],
    ['BYBIT', 'perpetual', 'https://public.bybit.com/trading/LTCUSDT/LTCUSDT2026-05-13.csv.gz'],
    ['BYBIT', 'spot', 'https://public.bybit.com/spot/LTCUSDT/LTCUSDT_2026-05-13.csv.gz'],
  ])('of %s %s', (venue, kind, url) => {
    expect(dayFileOf(source(venue, kind), 'LTCUSDT', DAY_TS + 86_399_999).url).toBe(url)
  })

  test('is null for a venue without files', () => {
    expect(archiveSourceOf({ venue: 'KRAKEN', kind: 'spot' })).toBeNull()
  })
})

describe('fetchDayFile', () => {
  test('downloads a file with the published SHA-256 and leaves no other files', async () => {
    const path = await fetched()
    expect(readdirSync(folder)).toEqual(['BTCUSDT-aggTrades-2026-05-13.zip'])
    expect(path).toBe(join(folder, 'BTCUSDT-aggTrades-2026-05-13.zip'))
  })

  test('returns null for an unpublished day, with and without checksums', async () => {
    expect(await fetched(file('BINANCE', 'spot', 'NONEUSDT'))).toBeNull()
    expect(await fetched(file('BYBIT', 'perpetual', 'NONEUSDT'))).toBeNull()
    expect(readdirSync(folder)).toEqual([])
  })

  test('resumes a broken connection at the byte where it broke', async () => {
    server.fault({ path: '.zip', kind: 'cut', value: 5_000, times: 2 })
    const path = (await fetched()) as string
    const asked = server.requests.filter((request) => request.path.endsWith('.zip'))
    expect(asked.map(({ from }) => from)).toEqual([0, 5_000, 10_000])
    expect(asked.reduce((sum, { sent }) => sum + sent, 0)).toBe(readFileSync(path).length)
  })

  test('resumes the download of a killed run, and restarts it if the file has changed', async () => {
    const one = file('BYBIT', 'perpetual')
    const path = join(folder, one.name)
    server.fault({ path: '.csv.gz', kind: 'cut', value: 700, times: 3 })
    await expect(fetchDayFile(one, { folder, retry: { ...DEFAULT_RETRY, attempts: 1 } })).rejects.toThrow(
      'cannot be reached',
    )
    expect(readdirSync(folder).toSorted()).toEqual([`${one.name}.etag`, `${one.name}.part`])
    // On a busy machine fewer bytes arrive before the connection is cut.
    const kept = statSync(`${path}.part`).size
    expect(kept).toBeLessThanOrEqual(700)
    await fetchDayFile(one, { folder, retry: { ...DEFAULT_RETRY, attempts: 1 } }).catch(() => null)
    expect(server.requests.at(-1)?.from).toBe(kept)
    writeFileSync(`${path}.etag`, '"of another file"')
    await fetched(one).catch(() => null)
    expect(server.requests.filter((request) => request.from === 0).length).toBeGreaterThan(1)
    const whole = readFileSync(path)
    rmSync(path)
    expect(readFileSync((await fetched(one)) as string).equals(whole)).toBe(true)
  })

  test('fetches a file with a wrong checksum once more', async () => {
    const said: string[] = []
    server.fault({ path: '.zip', kind: 'wrong-bytes', times: 1 })
    expect(await fetched(file(), (line) => said.push(line))).not.toBeNull()
    expect(said).toHaveLength(1)
    expect(said[0]).toContain('it is fetched once more')
  })

  test('rejects and removes a file with a wrong checksum twice, naming the file and both sums', async () => {
    server.fault({ path: '.zip', kind: 'wrong-bytes' })
    const refused = fetched()
    await expect(refused).rejects.toThrow(
      /BTCUSDT-aggTrades-2026-05-13\.zip: its SHA-256 is [0-9a-f]{64}, \S+\.CHECKSUM says [0-9a-f]{64}; rejected after two downloads/,
    )
    await expect(refused).rejects.toMatchObject({ name: 'ChecksumError' })
    expect(readdirSync(folder)).toEqual([])
  })

  test('retries 429 and 5xx', async () => {
    server.fault({ path: '.CHECKSUM', kind: 'status', value: 429, headers: { 'retry-after': '0' }, times: 2 })
    server.fault({ path: '.zip', kind: 'status', value: 503, times: 2 })
    expect(await fetched()).not.toBeNull()
  })

  test('names a server that refuses permanently, with its response', async () => {
    server.fault({ path: '.CHECKSUM', kind: 'status', value: 451 })
    await expect(fetched()).rejects.toThrow(/refuses \/data\/spot\/daily\S+ \(HTTP 451\)/)
    expect(server.requests).toHaveLength(1)
  })

  test('reports an unreachable server in one line', async () => {
    const gone = await startArchiveServer([])
    await gone.close()
    const nowhere = dayFileOf(source('BYBIT', 'spot'), 'BTCUSDT', DAY_TS, { BYBIT: gone.origin })
    await expect(fetched(nowhere)).rejects.toMatchObject({
      name: 'UnreachableError',
      message: expect.stringMatching(/^127\.0\.0\.1:\d+ cannot be reached: ECONNREFUSED$/),
    })
  })

  test('stops immediately on abort and keeps the received part', async () => {
    const stop = new AbortController()
    server.fault({ path: '.csv.gz', kind: 'cut', value: 900 })
    const onBytes = (received: number) => received >= 900 && stop.abort()
    const one = file('BYBIT', 'perpetual')
    await expect(fetchDayFile(one, { folder, retry: DEFAULT_RETRY, signal: stop.signal, onBytes })).rejects.toThrow()
    expect(readFileSync(join(folder, `${one.name}.part`)).length).toBeGreaterThan(0)
  })
})

test('removes old leftovers and keeps fresh ones', async () => {
  writeFileSync(join(folder, 'old.part'), 'x')
  writeFileSync(join(folder, 'new.part'), 'x')
  utimesSync(join(folder, 'old.part'), 1_000, 1_000)
  await removeStaleFiles(folder)
  expect(readdirSync(folder)).toEqual(['new.part'])
})
