import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A separate file system in memory. */
export interface MemoryDisk {
  readonly path: string
  setReadOnly(isReadOnly: boolean): void
  unmount(): void
}

/** Mounts one; null where mounting is not allowed (it needs root). */
export function mountMemoryDisk(megabytes: number): MemoryDisk | null {
  const path = mkdtempSync(join(tmpdir(), 'flowprint-disk-'))
  const options = `size=${megabytes}m,mode=711`
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'flowprint-test', path]).status !== 0) {
    rmdirSync(path)
    return null
  }
  return {
    path,
    setReadOnly: (isReadOnly) => void spawnSync('mount', ['-o', `remount,${isReadOnly ? 'ro' : 'rw'}`, path]),
    unmount: () => {
      spawnSync('umount', [path])
      rmdirSync(path)
    },
  }
}

/**
 * Whether tests can mount a disk. Mount it in `beforeAll`: `afterAll` does not run in a file whose tests are all filtered
 * out, so a disk that the file itself mounts would stay.
 */
export function canMountDisks(): boolean {
  const disk = mountMemoryDisk(1)
  disk?.unmount()
  return disk !== null
}
