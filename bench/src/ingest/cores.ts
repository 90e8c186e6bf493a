import { spawnSync } from 'node:child_process'
import { availableParallelism } from 'node:os'

/** The core of the program; everything else runs on the others. */
const OWN = '0'

/** Whether processes can be pinned to cores here. */
export function canPin(): boolean {
  return availableParallelism() > 1 && spawnSync('taskset', ['-c', OWN, 'true']).status === 0
}

/** The command that runs Node on one core. */
export const onOneCore = (pin: boolean, flags: readonly string[]): string[] => [
  ...(pin ? ['taskset', '-c', OWN] : []),
  process.execPath,
  ...flags,
]

/** Moves this process and its future children off the program's core; returns a function that undoes it. */
export function leaveOneCore(pin: boolean): () => void {
  if (!pin) return () => {}
  const move = (cores: string): void => void spawnSync('taskset', ['-a', '-p', '-c', cores, String(process.pid)])
  const last = availableParallelism() - 1
  move(`1-${last}`)
  return () => move(`0-${last}`)
}
