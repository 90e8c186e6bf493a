import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { ROOT } from './places.ts'

/** Runs a command of the server as a person would, beside the running server on the same folder. */
export async function runCommand(
  name: 'admin' | 'import',
  dataDir: string,
  args: readonly string[],
): Promise<{ code: number | null; out: string; said: string }> {
  const child = spawn(process.execPath, [join(ROOT, 'apps', 'server', 'src', 'commands', `${name}.ts`), ...args], {
    cwd: ROOT,
    env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '', NODE_ENV: 'test' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let out = ''
  let said = ''
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const code = await new Promise<number | null>((done) => child.once('close', done))
  return { code, out, said }
}
