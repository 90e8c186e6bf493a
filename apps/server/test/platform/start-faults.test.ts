// @module-tag long
// Startup failures caused by the machine: each gives a clear message and leaves no partial state.
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { emptyDatabase } from '../test-database.ts'
import { canMountDisks, mountMemoryDisk } from './memory-disk.ts'
import type { MemoryDisk } from './memory-disk.ts'
import { addressIn, cleanUp, enterableFolder, Program, startProgram } from './program.ts'

const ADMIN = fileURLToPath(new URL('../../src/commands/admin.ts', import.meta.url))

afterEach(cleanUp)

test('a port in use is reported before anything is created', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const { port } = taken.address() as AddressInfo
  const dataDir = join(enterableFolder(), 'data')
  const program = startProgram(dataDir, { PORT: String(port) })
  expect(await program.ended).toBe(1)
  expect(program.output.trim()).toBe(`PORT ${port} on 127.0.0.1 is taken. Another one: PORT=${port + 1} npm start`)
  expect(existsSync(dataDir)).toBe(false)
  taken.close()
})

test('unknown variables that resemble ours are reported at the start', async () => {
  const program = startProgram(enterableFolder(), {
    DATABSE_URL: 'postgres://localhost',
    SMPT_URL: 'smtps://mail.example',
  })
  await program.says('DATABSE_URL is not a variable of this program and has no effect. Did you mean DATABASE_URL?')
  await program.says('SMPT_URL is not a variable of this program and has no effect. Did you mean SMTP_URL?')
})

test('a process with another APP_KEY than its database is used with does not start', async () => {
  const database = await emptyDatabase()
  const [old, other] = ['the key of this installation: long', 'another key: as long as the first']
  const start = (keys: string) => startProgram(enterableFolder(), { DATABASE_URL: database.url, APP_KEY: keys })
  const refuses = async (keys: string): Promise<void> => {
    const program = start(keys)
    expect(await program.ended).toBe(1)
    expect(program.output.trim()).toBe(
      'APP_KEY differs from the one that this database is used with: all nodes need the same. ' +
        'To rotate it: APP_KEY=new,old. If the old one is lost: npm run admin -- reset-key',
    )
  }
  const starts = async (keys: string): Promise<void> => {
    const program = start(keys)
    await program.says('answers on')
    await program.end()
  }
  await starts(old)
  await refuses(other)
  // Rotation: the new key first, then alone.
  await starts(`${other},${old}`)
  await starts(other)
  await refuses(old)
  const reset = new Program(ADMIN, { DATABASE_URL: database.url, DATA_DIR: enterableFolder() }, ['reset-key'])
  expect(await reset.ended).toBe(0)
  await starts(old)
  await database.drop()
})

const canMount = canMountDisks()
if (!canMount)
  process.stderr.write(
    'start-faults.test.ts: a read-only file system cannot be mounted here (needs root), so its tests did not run\n',
  )

describe.runIf(canMount)('on a disk that can be made read-only', () => {
  let disk: MemoryDisk
  beforeAll(() => {
    disk = mountMemoryDisk(300)!
  })
  afterAll(() => disk.unmount())

  test.each([
    ['an empty one', false, false],
    ['one that was used before', true, false],
    ['an empty one with DATABASE_URL', false, true],
  ])('a read-only DATA_DIR is reported in one sentence: %s', async (_, wasUsed, isForeign) => {
    const dataDir = join(disk.path, `${wasUsed}-${isForeign}`)
    mkdirSync(dataDir, { mode: 0o711 })
    const database = isForeign ? await emptyDatabase() : null
    const env: Record<string, string> = database === null ? {} : { DATABASE_URL: database.url }
    if (wasUsed) {
      const before = startProgram(dataDir, env)
      await before.says('answers on')
      await before.end()
    }
    disk.setReadOnly(true)
    try {
      const program = startProgram(dataDir, env)
      expect(await program.ended).toBe(1)
      expect(program.output).toContain(`DATA_DIR ${dataDir} cannot be written`)
      expect(program.output).not.toContain('    at ')
      expect(program.output.trim().split('\n')).toHaveLength(1)
    } finally {
      disk.setReadOnly(false)
      await database?.drop()
    }
  })
})

test('the second of two development starts on one database leaves the accounts of the first unchanged and reports it', async () => {
  const database = await emptyDatabase()
  const [first, second] = [enterableFolder(), enterableFolder()]
  const env = { DATABASE_URL: database.url, NODE_ENV: 'development', DEMO: '0', APP_KEY: 'k'.repeat(40) }
  const programs = [startProgram(first, env), startProgram(second, env)]
  for (const program of programs) await program.says('answers on')
  const accounts = [first, second].filter((dataDir) => existsSync(join(dataDir, 'dev-accounts.json')))
  expect(accounts).toHaveLength(1)
  expect(programs.filter(({ output }) => output.includes('Another server uses this database.'))).toHaveLength(1)
  const { member } = JSON.parse(readFileSync(join(accounts[0], 'dev-accounts.json'), 'utf8')) as {
    member: { email: string; password: string }
  }
  for (const program of programs) {
    const answer = await fetch(`${addressIn(program.output)}/api/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: member.email, password: member.password }),
    })
    expect(await answer.json()).toMatchObject({ code: 200 })
  }
  await cleanUp()
  // When no other start runs, a missing file resets the passwords.
  const alone = startProgram(enterableFolder(), env)
  await alone.says('Development accounts, stored in')
  await cleanUp()
  await database.drop()
})
