// @module-tag long
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { openDatabase } from '../../src/platform/database/index.ts'
import type { Database } from '../../src/platform/database/index.ts'
import { startTimeOf } from '../../src/platform/database/folder-lock.ts'
import { addressIn, cleanUp, enterableFolder, postgresPid, startProgram } from './program.ts'
import type { Program } from './program.ts'

const isRunning = (pid: number): boolean => startTimeOf(pid) !== null
const READY = 'answers on'

describe('npm start with embedded PostgreSQL', () => {
  let dataDir: string
  /** Shared by the tests, which build on each other: a start takes seconds. */
  let program: Program
  beforeAll(() => {
    dataDir = enterableFolder()
    program = startProgram(dataDir)
  })
  afterAll(cleanUp)

  test('generates a random password that only its owner can read', async () => {
    await program.says(READY)
    const path = join(dataDir, 'postgres.json')
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect((JSON.parse(readFileSync(path, 'utf8')) as { password: string }).password.length).toBeGreaterThanOrEqual(32)
  })

  test('a second start on the same folder names the pid that holds it and exits with 1', async () => {
    const second = startProgram(dataDir)
    expect(await second.ended).toBe(1)
    expect(second.output).toContain(`is in use by pid ${program.pid} (npm start)`)
    expect(second.output).not.toContain('    at ')
  })

  test('reuses the running server after a kill -9 of the program', async () => {
    await program.says(READY)
    const left = postgresPid(dataDir)
    await program.kill('SIGKILL')
    program = startProgram(dataDir)
    await program.says(READY)
    expect(program.output).toContain(`was left running (pid ${left}); reusing it`)
    expect(await program.kill('SIGTERM')).toBe(0)
    expect(isRunning(left)).toBe(false)
    expect(existsSync(join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false)
  })

  test('recovers after a kill -9 of both processes', async () => {
    program = startProgram(dataDir)
    await program.says(READY)
    process.kill(postgresPid(dataDir), 'SIGKILL')
    await program.kill('SIGKILL')
    program = startProgram(dataDir)
    await program.says(READY)
  })

  test('restarts PostgreSQL after its kill -9 while the program runs', async () => {
    const killed = postgresPid(dataDir)
    process.kill(killed, 'SIGKILL')
    await program.says('nothing acknowledged is lost')
    expect(postgresPid(dataDir)).not.toBe(killed)
    const answer = await fetch(`${addressIn(program.output)}/api/menus`)
    expect(answer.status).toBe(200)
    expect(await program.kill('SIGTERM')).toBe(0)
  })

  test.each([
    ['garbage', 'garbage\n'],
    ['nothing', ''],
    ['the pid of another program', `${process.pid}\n/elsewhere\n1\n5432\n\n127.0.0.1\n1 2\nready\n`],
  ])('starts PostgreSQL despite a postmaster.pid with %s', async (_, text) => {
    writeFileSync(join(dataDir, 'postgres', 'postmaster.pid'), text)
    const database = await openHere(dataDir, 'own')
    expect((await database.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
    await database.close()
  })

  test('resets the password and keeps the data when postgres.json is lost', async () => {
    const before = await openHere(dataDir, 'own')
    await before.pool.query('create table kept as select 42 as answer')
    await before.close()
    rmSync(join(dataDir, 'postgres.json'))
    const after = await openHere(dataDir, 'own')
    expect((await after.pool.query('select answer from kept')).rows).toEqual([{ answer: 42 }])
    await after.close()
  })

  test('starts nothing for an invalid configuration, and lists every error', async () => {
    const program = startProgram(dataDir, { PORT: 'x', ROLES: 'y' })
    expect(await program.ended).toBe(1)
    expect(program.output).toContain('PORT must be')
    expect(program.output).toContain('ROLES must list')
  })

  test('reports a port in use in one line, and stops PostgreSQL', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    const { port } = taken.address() as AddressInfo
    const program = startProgram(dataDir, { PORT: String(port) })
    expect(await program.ended).toBe(1)
    expect(program.output).toContain(`PORT ${port} on 127.0.0.1 is taken`)
    expect(existsSync(join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false)
    taken.close()
  })
})

describe('command on the same folder', () => {
  afterAll(cleanUp)
  test('starts PostgreSQL when it is down, and stops it when it is done', async () => {
    const dataDir = enterableFolder()
    const database = await openHere(dataDir, 'share')
    const pid = postgresPid(dataDir)
    expect((await database.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
    await database.close()
    expect(isRunning(pid)).toBe(false)
  })

  test('uses the server of a running program and leaves it running', async () => {
    const dataDir = enterableFolder()
    const program = startProgram(dataDir)
    await program.says(READY)
    const pid = postgresPid(dataDir)
    const database = await openHere(dataDir, 'share')
    await database.pool.query('select 1')
    expect(await program.kill('SIGTERM')).toBe(0)
    // The program has ended; PostgreSQL waits for the command.
    expect((await database.pool.query('select 2 as two')).rows).toEqual([{ two: 2 }])
    await database.close()
    expect(isRunning(pid)).toBe(false)
  })
})

describe('DATABASE_URL', () => {
  afterAll(cleanUp)

  test('is used instead, without locking the folder', { tags: ['long'] }, async () => {
    const admin = new pg.Client(inject('databaseUrl'))
    await admin.connect()
    await admin.query('create database by_url')
    const url = new URL(inject('databaseUrl'))
    url.pathname = '/by_url'
    const dataDir = enterableFolder()
    const programs = [
      startProgram(dataDir, { DATABASE_URL: url.href }),
      startProgram(dataDir, { DATABASE_URL: url.href }),
    ]
    for (const program of programs) await program.says(READY)
    expect(existsSync(join(dataDir, 'postgres'))).toBe(false)
    for (const program of programs) expect(await program.kill('SIGTERM')).toBe(0)
    await admin.query('drop database by_url with (force)')
    await admin.end()
  })

  test('is reported in one line when it does not answer', async () => {
    const program = startProgram(enterableFolder(), { DATABASE_URL: 'postgres://unknown:x@127.0.0.1:1/nothing' })
    expect(await program.ended).toBe(1)
    expect(program.output).toContain('The database of DATABASE_URL cannot be used')
  })
})

function openHere(dataDir: string, mode: 'own' | 'share'): Promise<Database> {
  return openDatabase({
    env: { databaseUrl: null, dataDir },
    command: 'a command',
    mode,
    writeLine: () => {},
    onLost: () => {},
  })
}
