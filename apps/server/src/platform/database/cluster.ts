import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { codeOf, messageOf, StartError } from '../errors/index.ts'
import type { PostgresBinaries } from './postgres-binaries.ts'
import { canEnter, postgresUser } from './postmaster.ts'
import type { RunAs } from './postmaster.ts'

/** `DATA_DIR/postgres.json`, mode 0600: how commands find the embedded server. */
export interface ClusterState {
  /** Cluster folder; outside DATA_DIR when PostgreSQL's user cannot enter DATA_DIR. */
  readonly cluster: string
  readonly user: string
  readonly password: string
  /** Port of the last start; 0 before the first. */
  readonly port: number
}

/** Folder for clusters whose DATA_DIR PostgreSQL's user cannot enter; only needed as root. */
const ELSEWHERE = '/var/lib/flowprint'
const ROLE = 'flowprint'

const statePath = (dataDir: string): string => join(dataDir, 'postgres.json')
const exists = (cluster: string): boolean => existsSync(join(cluster, 'PG_VERSION'))

/**
 * Creates DATA_DIR and checks that it is writable. A folder created here lets PostgreSQL's user traverse but not list
 * it.
 */
export function makeDataDir(dataDir: string): void {
  try {
    if (!existsSync(dataDir)) {
      mkdirSync(dataDir, { recursive: true })
      chmodSync(dataDir, 0o711)
    }
    // Test by writing: root passes every permission check, even on a read-only file system.
    const probe = join(dataDir, `.writable-${process.pid}`)
    writeFileSync(probe, '')
    rmSync(probe)
  } catch (error) {
    throw new StartError(`DATA_DIR ${dataDir} cannot be written: ${REASONS[codeOf(error)] ?? messageOf(error)}`)
  }
}

const REASONS: Readonly<Record<string, string>> = {
  EROFS: 'it is on a read-only file system.',
  EACCES: 'this user has no right to.',
  EPERM: 'this user has no right to.',
  ENOENT: 'it does not exist and cannot be made there.',
  ENOTDIR: 'it is not a folder.',
  ENOSPC: 'its disk is full.',
}

export function readClusterState(dataDir: string): ClusterState | null {
  try {
    const value = JSON.parse(readFileSync(statePath(dataDir), 'utf8')) as ClusterState
    return typeof value.cluster === 'string' && typeof value.password === 'string' ? value : null
  } catch {
    return null
  }
}

export function writeClusterState(dataDir: string, state: ClusterState): void {
  const path = statePath(dataDir)
  writeFileSync(`${path}.new`, `${JSON.stringify(state)}\n`, { mode: 0o600 })
  renameSync(`${path}.new`, path)
}

/** Decides the folder of the cluster and the user it runs as. Logs one line when the folder is outside DATA_DIR. */
export function locateCluster(
  dataDir: string,
  writeLine: (line: string) => void,
): { state: ClusterState; user: RunAs } {
  const known = readClusterState(dataDir)
  const inside = join(dataDir, 'postgres')
  const cluster = known?.cluster ?? inside
  if (exists(cluster)) {
    const user = ownerOf(cluster)
    if (!canEnter(user, dirname(cluster))) {
      throw new StartError(
        `PostgreSQL's user (${user.uid}) can no longer enter ${dirname(cluster)}: allow it to (chmod o+x on every folder above), or move DATA_DIR.`,
      )
    }
    return { state: known ?? newState(cluster), user }
  }
  const user = postgresUser(writeLine)
  if (canEnter(user, dataDir)) return { state: known ?? newState(inside), user }
  const outside =
    known !== null && known.cluster !== inside ? known.cluster : join(ELSEWHERE, randomBytes(6).toString('hex'))
  writeLine(`PostgreSQL's files go to ${outside}, since its user cannot enter ${dataDir}`)
  return { state: { ...(known ?? newState(outside)), cluster: outside }, user }
}

const newState = (cluster: string): ClusterState => ({
  cluster,
  user: ROLE,
  password: randomBytes(24).toString('base64url'),
  port: 0,
})

/** An existing cluster runs as its owner. */
function ownerOf(cluster: string): RunAs {
  const { uid, gid } = statSync(cluster)
  const self = process.getuid?.() ?? uid
  if (uid === self) return {}
  if (self === 0) return { uid, gid }
  throw new StartError(`${cluster} belongs to another user (uid ${uid}): run as that user, or choose another DATA_DIR.`)
}

/** Creates the cluster when there is none; one left incomplete by an interrupted start is created again. */
export function initialiseCluster(state: ClusterState, user: RunAs, binaries: PostgresBinaries): void {
  if (exists(state.cluster)) return
  const parent = dirname(state.cluster)
  mkdirSync(parent, { recursive: true })
  const fresh = `${state.cluster}.new`
  rmSync(fresh, { recursive: true, force: true })
  mkdirSync(fresh, { mode: 0o700 })
  const passwordFile = join(parent, `.password-${process.pid}`)
  writeFileSync(passwordFile, `${state.password}\n`, { mode: 0o600 })
  if (user.uid !== undefined && user.gid !== undefined) {
    chownSync(fresh, user.uid, user.gid)
    chownSync(passwordFile, user.uid, user.gid)
  }
  try {
    const args = [`--pgdata=${fresh}`, '--auth=scram-sha-256', `--username=${state.user}`, `--pwfile=${passwordFile}`]
    // The same sort order on every machine, whatever locales it has.
    const locale = ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C']
    const run = spawnSync(binaries.initdb, [...args, ...locale], {
      ...user,
      cwd: '/',
      encoding: 'utf8',
      env: postgresEnvironment(),
    })
    if (run.status !== 0)
      throw new StartError(`PostgreSQL could not create its files in ${fresh}:\n${run.stderr || run.error?.message}`)
  } finally {
    rmSync(passwordFile, { force: true })
  }
  rmSync(state.cluster, { recursive: true, force: true })
  renameSync(fresh, state.cluster)
}

/** Resets the password of a stopped cluster: `postgres.json` was lost, the data was not. */
export function resetPassword(state: ClusterState, user: RunAs, binaries: PostgresBinaries): void {
  const run = spawnSync(binaries.postgres, ['--single', '-D', state.cluster, 'postgres'], {
    ...user,
    cwd: '/',
    encoding: 'utf8',
    env: postgresEnvironment(),
    input: `ALTER ROLE ${state.user} PASSWORD '${state.password}'\n`,
  })
  if (run.status !== 0)
    throw new StartError(
      `${state.cluster} is there but postgres.json is not, and a new password could not be set:\n${run.stderr}`,
    )
}

/** Environment of the server, without inherited variables (PGPORT, PGDATA, locales). */
export const postgresEnvironment = (): NodeJS.ProcessEnv => ({
  PATH: process.env['PATH'] ?? '',
  LC_ALL: 'C',
  TZ: 'UTC',
})
