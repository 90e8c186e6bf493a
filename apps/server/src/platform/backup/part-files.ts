import { closeSync, openSync, readdirSync, readSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { codeOf } from '../errors/index.ts'
import { FIRST_LINE } from './file-format.ts'

/** Path a backup is written to until it is complete. */
export const partPath = (path: string): string => `${path}.${process.pid}.part`

/**
 * Removes the files of killed backups from the folder of `path` and returns their names. Keeps those of running
 * processes.
 */
export function removeLeftParts(path: string): readonly string[] {
  const folder = dirname(path)
  const parts = readdirSync(folder).filter((name) => {
    const pid = Number(/\.(\d+)\.part$/.exec(name)?.[1])
    return pid > 0 && !isRunning(pid) && isPartOfBackup(join(folder, name))
  })
  for (const name of parts) rmSync(join(folder, name), { force: true })
  return parts
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return codeOf(error) !== 'ESRCH'
  }
}

/** Checks the content: another program's file may have such a name. */
function isPartOfBackup(path: string): boolean {
  const head = Buffer.alloc(FIRST_LINE.length)
  let file: number
  try {
    file = openSync(path, 'r')
  } catch {
    return false
  }
  try {
    return head.subarray(0, readSync(file, head)).equals(FIRST_LINE)
  } finally {
    closeSync(file)
  }
}
