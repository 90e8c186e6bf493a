import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { folderHolder, acquireFolderLock } from '../../src/platform/database/folder-lock.ts'

const MODULE = new URL('../../src/platform/database/folder-lock.ts', import.meta.url).href
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'flowprint-lock-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** A process that tries to acquire the lock, prints the result, and holds it until it is killed. */
function contender(): { pid: number; answer: Promise<string>; kill(): Promise<void> } {
  const script = `const { acquireFolderLock } = await import(${JSON.stringify(MODULE)}); const got = await acquireFolderLock(${JSON.stringify(folder)}, 'contender'); console.log('release' in got ? 'held' : 'refused by ' + got.pid); setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  return {
    pid: child.pid as number,
    answer: once(child.stdout, 'data').then(([text]) => String(text).trim()),
    async kill() {
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}

test('a second process learns which process holds the folder', async () => {
  const first = contender()
  expect(await first.answer).toBe('held')
  const got = await acquireFolderLock(folder, 'second')
  expect(got).toMatchObject({ pid: first.pid, command: 'contender' })
  expect(folderHolder(folder)?.pid).toBe(first.pid)
  await first.kill()
})

test('a lock ends with kill -9 of its process, and the next one acquires it at once', async () => {
  const first = contender()
  expect(await first.answer).toBe('held')
  await first.kill()
  const got = await acquireFolderLock(folder, 'next')
  expect('release' in got).toBe(true)
  if ('release' in got) got.release()
  expect(readdirSync(join(folder, 'lock'))).toEqual([])
})

test('at most one of many concurrent processes holds the folder', async () => {
  const all = Array.from({ length: 5 }, contender)
  const answers = await Promise.all(all.map((one) => one.answer))
  expect(answers.filter((answer) => answer === 'held').length).toBeLessThanOrEqual(1)
  await Promise.all(all.map((one) => one.kill()))
})

test('an entry with a reused pid and a truncated entry are ignored', async () => {
  mkdirSync(join(folder, 'lock'))
  writeFileSync(
    join(folder, 'lock', '1.json'),
    JSON.stringify({ pid: 1, startTime: 'some other boot', command: 'npm start' }),
  )
  writeFileSync(join(folder, 'lock', '2.json'), '{"pid":')
  const got = await acquireFolderLock(folder, 'next')
  expect('release' in got).toBe(true)
})
