import { execFileSync, spawnSync } from 'node:child_process'
import { userInfo } from 'node:os'
import { StartError } from '../errors/index.ts'

/**
 * The user PostgreSQL runs as: ourselves, or the system user `postgres`, since PostgreSQL refuses root. Options for
 * `spawn`.
 */
export interface RunAs {
  readonly uid?: number
  readonly gid?: number
}

/** As root, looks up or creates the user `postgres`. */
export function postgresUser(writeLine: (line: string) => void): RunAs {
  if (userInfo().uid !== 0) return {}
  const existing = lookUp()
  if (existing !== null) return existing
  writeLine('PostgreSQL does not run as root: making a system user "postgres" for it')
  try {
    execFileSync(
      'useradd',
      ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', 'postgres'],
      { stdio: 'pipe' },
    )
  } catch (error) {
    throw new StartError(
      `PostgreSQL does not run as root, and a user "postgres" for it could not be made (${(error as Error).message.trim()}).\n` +
        'Run as another user, make that user by hand, or set DATABASE_URL to a PostgreSQL server.',
    )
  }
  const made = lookUp()
  if (made === null)
    throw new StartError('The user "postgres" was created but is not found; set DATABASE_URL to a PostgreSQL server.')
  return made
}

function lookUp(): RunAs | null {
  const ask = (flag: string): number => {
    const answer = spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' })
    return answer.status === 0 ? Number(answer.stdout.trim()) : Number.NaN
  }
  const uid = ask('-u')
  const gid = ask('-g')
  return Number.isInteger(uid) && Number.isInteger(gid) ? { uid, gid } : null
}

/** Whether that user can reach the folder: a 0700 parent, as of /root or `mktemp -d`, prevents it. */
export function canEnter(user: RunAs, folder: string): boolean {
  if (user.uid === undefined) return true
  // `cd` checks every parent with the permissions of that user.
  return spawnSync('/bin/sh', ['-c', 'cd -- "$1"', 'sh', folder], { ...user, cwd: '/', stdio: 'ignore' }).status === 0
}
