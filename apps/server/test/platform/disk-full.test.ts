// @module-tag long
// A full disk under the database and the log: the program continues, reports why it is not ready, and recovers.
import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { standardOutput } from '../../src/platform/log/output.ts'
import { canMountDisks, mountMemoryDisk } from './memory-disk.ts'
import type { MemoryDisk } from './memory-disk.ts'
import { addressIn, cleanUp, postgresPid, startProgram } from './program.ts'
import type { Program } from './program.ts'

const READY_MS = 2_000

function fill(path: string): void {
  let file: number
  try {
    file = openSync(path, 'w')
  } catch {
    return
  }
  const block = Buffer.alloc(64 * 1024)
  try {
    for (;;) writeSync(file, block)
  } catch {
    // Full.
  } finally {
    closeSync(file)
  }
}

const canMount = canMountDisks()
if (!canMount)
  process.stderr.write(
    'disk-full.test.ts: a separate file system cannot be mounted here (needs root), so its tests with PostgreSQL did not run\n',
  )

describe.runIf(canMount)('on a full disk', () => {
  let disk: MemoryDisk
  let dataDir: string
  let filler: string
  let program: Program
  let url: string
  const ready = async (): Promise<{ status: number; reason: string | undefined }> => {
    const started = performance.now()
    const response = await fetch(`${url}/api/ready`)
    const { data } = (await response.json()) as { data: { reason?: string } }
    expect(performance.now() - started).toBeLessThan(READY_MS)
    return { status: response.status, reason: data.reason }
  }
  const pages = (): Promise<number[]> =>
    Promise.all(['/', '/robots.txt', '/api/health'].map((path) => fetch(`${url}${path}`).then(({ status }) => status)))
  const killPostgres = (): void => {
    try {
      const pid = postgresPid(dataDir)
      if (pid > 1) process.kill(pid, 'SIGKILL')
    } catch {
      // Not running.
    }
  }
  let pagesBefore: number[]
  let fillers = 0
  /** Refills at once the space that PostgreSQL frees from time to time. */
  const keepFull = (): NodeJS.Timeout => setInterval(() => fill(join(disk.path, `filler-${fillers++}`)), 20)
  const release = (): void => {
    for (let i = 0; i < fillers; i++) rmSync(join(disk.path, `filler-${i}`), { force: true })
  }

  beforeAll(async () => {
    disk = mountMemoryDisk(200)!
    dataDir = join(disk.path, 'data')
    filler = join(disk.path, 'filler')
    mkdirSync(dataDir, { mode: 0o711 })
    program = startProgram(dataDir, { DEMO: '1' })
    await program.says('simulated history stored', 2)
    url = addressIn(program.output)
    pagesBefore = await pages()
    expect(await ready()).toEqual({ status: 200, reason: undefined })
  })
  afterAll(async () => {
    rmSync(filler, { force: true })
    await cleanUp()
    disk.unmount()
  })

  test('/ready names the reason and pages are served while commits fail, and /ready recovers with free space', async () => {
    fill(filler)
    await expect.poll(ready, { timeout: 20_000 }).toEqual({ status: 503, reason: 'disk_full' })
    await program.says('No space left on device')
    expect(await pages()).toEqual(pagesBefore)
    rmSync(filler)
    await expect.poll(ready, { timeout: 20_000 }).toEqual({ status: 200, reason: undefined })
  })

  test('restarts PostgreSQL until it stays up after it had to stop', async () => {
    const filling = keepFull()
    // It may find enough space to start once more.
    const killing = setInterval(killPostgres, 300)
    await program.says('PostgreSQL cannot be started and is tried again, the disk is full')
    clearInterval(killing)
    clearInterval(filling)
    // More attempts than the former retry limit.
    const until = performance.now() + 12_000
    while (performance.now() < until) {
      expect(await ready()).toEqual({ status: 503, reason: 'disk_full' })
      await new Promise((resolve) => setTimeout(resolve, 500))
    }
    expect(await pages()).toEqual(pagesBefore)
    release()
    await expect.poll(ready, { timeout: 30_000 }).toEqual({ status: 200, reason: undefined })
    expect(program.output).not.toContain('"level":"fatal"')
    expect(await program.kill('SIGTERM')).toBe(0)
  })

  test('a log on the full disk neither ends nor blocks the program, and continues afterwards', async () => {
    const log = join(disk.path, 'log')
    const child = startProgram(dataDir, { DEMO: '1' }, log)
    await expect.poll(() => readFileSync(log, 'utf8'), { timeout: 30_000 }).toContain('answers on')
    url = addressIn(readFileSync(log, 'utf8'))
    const filling = keepFull()
    await expect.poll(ready, { timeout: 20_000 }).toEqual({ status: 503, reason: 'disk_full' })
    // More lines than fit into the last page of the file.
    for (let i = 0; i < 100; i++) expect((await ready()).status).toBe(503)
    clearInterval(filling)
    release()
    await expect.poll(ready, { timeout: 20_000 }).toEqual({ status: 200, reason: undefined })
    expect(await child.kill('SIGTERM')).toBe(0)
    expect(readFileSync(log, 'utf8')).toContain('SIGTERM: stopping')
  })
})

test('standard output drops what it cannot write, and reports afterwards how much', () => {
  let written = ''
  let isFull = false
  const output = standardOutput((bytes) => {
    if (!isFull) {
      written += bytes.toString()
      return bytes.length
    }
    throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
  })
  output.write('one\n')
  isFull = true
  output.write('two\n')
  output.write('three\n')
  isFull = false
  output.write('four\n')
  expect(written.split('\n')).toEqual([
    'one',
    expect.stringContaining('"msg":"2 lines of the log could not be written"'),
    'four',
    '',
  ])
})
