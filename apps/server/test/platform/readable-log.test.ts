// In development on a terminal the log is text; elsewhere it is JSON.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createLog } from '../../src/platform/log/index.ts'
import { cleanUp, enterableFolder, MAIN, startProgram } from './program.ts'

afterAll(cleanUp)

test('writes time of day, level, message and fields, and redacts secrets', () => {
  let text = ''
  const log = createLog('info', { isReadable: true, stream: { write: (line) => void (text += line) } })
  log.info({ symbol: 'DEMO:BTCUSD', percent: 25, password: 'secret' }, 'making simulated history')
  log.warn({ err: new Error('connect ECONNREFUSED') }, 'mails wait')
  log.error(new Error('a fault'))
  const lines = text.split('\n')
  expect(lines[0]).toMatch(
    /^\d\d:\d\d:\d\d making simulated history {2}symbol=DEMO:BTCUSD {2}percent=25 {2}password=\[removed\]$/,
  )
  expect(lines[1]).toMatch(/\d\d:\d\d:\d\d WARN mails wait {2}\(connect ECONNREFUSED\)/)
  expect(text).toContain('ERROR a fault')
  expect(text).toContain('    at ')
  expect(text).not.toContain('secret')
})

test('npm start in development writes text to a terminal and JSON to a pipe', { tags: ['long'] }, async () => {
  const env = {
    ...process.env,
    NODE_ENV: 'development',
    DATA_DIR: join(enterableFolder(), 'data'),
    PORT: '0',
    DEMO: '0',
    MARKETS: '',
    SMPT_URL: 'x',
  }
  // util-linux's script gives it a terminal.
  const command = `timeout -s TERM 12 ${process.execPath} ${MAIN}`
  const run = spawnSync('script', ['-qec', command, '/dev/null'], { env, encoding: 'utf8', timeout: 60_000 })
  expect(run.error).toBeUndefined()
  expect(run.stdout).toMatch(/\d\d:\d\d:\d\d WARN SMPT_URL is not a variable/)
  expect(run.stdout).not.toContain('{"level"')
  const piped = startProgram(enterableFolder(), { NODE_ENV: 'development' })
  await piped.says('"msg":"Flowprint answers on')
})
