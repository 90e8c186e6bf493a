// @module-tag long
// The operator commands: during a running server on embedded PostgreSQL, into a new folder, and started there.
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addressIn, cleanUp, enterableFolder, Program, startProgram } from '../platform/program.ts'

const command = (name: string, env: Record<string, string>, args: readonly string[]): Program =>
  new Program(fileURLToPath(new URL(`../../src/commands/${name}.ts`, import.meta.url)), env, args)

describe('moving an installation', () => {
  const from = enterableFolder()
  const to = enterableFolder()
  const file = join(enterableFolder(), 'moved.backup')
  let server: Program
  beforeAll(async () => {
    server = startProgram(from)
    await server.says('answers on')
    const backup = command('backup', { DATA_DIR: from }, [file])
    expect(await backup.ended).toBe(0)
  })
  afterAll(cleanUp)

  test('check: reads the whole file and names its keys', async () => {
    const check = command('restore', {}, [file, '--check'])
    expect(await check.ended).toBe(0)
    expect(check.output).toMatch(/is whole: of 20\d\d-.* \d+ tables, \d+ rows/)
    expect(check.output).toContain('files of DATA_DIR: app-key, dev-accounts.json')
  })

  test('restore: refuses the folder of a running server', async () => {
    const restore = command('restore', { DATA_DIR: from }, [file])
    expect(await restore.ended).toBe(1)
    expect(restore.output).toContain(`is in use by pid ${server.pid} (npm start)`)
  })

  test('restore: rejects another APP_KEY before writing anything', async () => {
    const elsewhere = join(to, 'data')
    const other = command('restore', { DATA_DIR: elsewhere, APP_KEY: 'quite another key of 32 characters' }, [file])
    expect(await other.ended).toBe(1)
    expect(other.output).toContain('was made with another APP_KEY')
    expect(existsSync(elsewhere)).toBe(false)
  })

  test('restore: fills a new folder with private files, accepts the old key as a former one, and users can log in', async () => {
    const keys = { APP_KEY: `quite another key of 32 characters,${readFileSync(join(from, 'app-key'), 'utf8').trim()}` }
    const restore = command('restore', { DATA_DIR: to, ...keys }, [file])
    expect(await restore.ended).toBe(0)
    expect(restore.output).toMatch(/^restored {2}\d+ tables/m)
    for (const name of ['app-key', 'dev-accounts.json']) {
      expect(readFileSync(join(to, name), 'utf8')).toBe(readFileSync(join(from, name), 'utf8'))
      expect(statSync(join(to, name)).mode & 0o777).toBe(0o600)
    }
    const moved = startProgram(to, keys)
    await moved.says('answers on')
    const { member } = JSON.parse(readFileSync(join(to, 'dev-accounts.json'), 'utf8')) as {
      member: { email: string; password: string }
    }
    const answer = await fetch(`${addressIn(moved.output)}/api/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: member.email, password: member.password }),
    })
    expect(await answer.json()).toMatchObject({ code: 200 })
    await moved.end()
  })

  test('restore --lost-key: the server starts with another key', async () => {
    const keys = { DATA_DIR: enterableFolder(), APP_KEY: 'quite another key of 32 characters' }
    const restore = command('restore', keys, [file, '--lost-key'])
    expect(await restore.ended).toBe(0)
    const started = startProgram(keys.DATA_DIR, keys)
    await started.says('answers on')
    await started.end()
  })

  test('restore: refuses a folder that was already restored', async () => {
    const again = command('restore', { DATA_DIR: to }, [file])
    expect(await again.ended).toBe(1)
    expect(again.output).toContain('not empty')
  })

  test.each([
    ['backup', ['--now']],
    ['restore', ['x', '--force']],
  ])('%s %j prints the usage', async (name, args) => {
    const run = command(name, {}, args)
    expect(await run.ended).toBe(2)
    expect(run.output).toContain(`npm run ${name} -- FILE`)
  })
})
