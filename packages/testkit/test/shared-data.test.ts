import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync, zstdCompressSync } from 'node:zlib'
import { readShared, sharedFile, sharedFiles } from '@flowprint/testkit'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

describe('optional market data', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'flowprint-shared-'))
    vi.stubEnv('FLOWPRINT_SHARED', folder)
    vi.spyOn(console, 'log').mockImplementation(() => undefined)
  })
  afterEach(() => {
    vi.unstubAllEnvs()
    vi.restoreAllMocks()
    rmSync(folder, { recursive: true, force: true })
  })

  const text = 'some text that is long enough to be cut'.repeat(10)
  const put = (name: string, content: Uint8Array | string) => {
    mkdirSync(join(folder, 'data'), { recursive: true })
    writeFileSync(join(folder, 'data', name), content)
  }

  test('is null for a missing and for an empty folder', () => {
    expect(readShared('data/a.gz')).toBeNull()
    vi.stubEnv('FLOWPRINT_SHARED', join(folder, 'missing'))
    expect(sharedFile('data/a.gz')).toBeNull()
  })

  test.each([
    ['a.gz', gzipSync(text)],
    ['a.zst', zstdCompressSync(text)],
    ['a.json', Buffer.from(JSON.stringify({ text }))],
    ['a.zip', Buffer.concat([Buffer.from(text), Buffer.from('PK\u0005\u0006'), Buffer.alloc(18)])],
  ])('%s is absent if empty or truncated, and present if complete', (name, whole) => {
    for (const part of [whole.subarray(0, 0), whole.subarray(0, 20)]) {
      put(name, part)
      expect(sharedFile(`data/${name}`)).toBeNull()
    }
    put(name, whole)
    expect(sharedFile(`data/${name}`)).toBe(join(folder, 'data', name))
  })

  test('decompresses the content', () => {
    put('a.gz', gzipSync(text))
    put('a.zst', zstdCompressSync(text))
    expect([readShared('data/a.gz'), readShared('data/a.zst')]).toEqual([text, text])
  })

  test('requires several files together and names the missing ones', () => {
    put('a.gz', gzipSync(text))
    expect(sharedFiles(['data/a.gz', 'data/b.gz'], 'some tests')).toBeNull()
    expect(console.log).toHaveBeenCalledWith(`skipped: some tests, because data/b.gz is not complete in ${folder}`)
    put('b.gz', gzipSync(text))
    expect(sharedFiles(['data/a.gz', 'data/b.gz'], 'some tests')).toHaveLength(2)
  })
})
