import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { ROOT } from './environment.ts'

/** Runs a server command on the data folder of a running server. */
export async function runCommand(
  name: 'admin' | 'import',
  dataDir: string,
  args: readonly string[],
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const child = spawn(process.execPath, [join(ROOT, 'apps', 'server', 'src', 'commands', `${name}.ts`), ...args], {
    cwd: ROOT,
    env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '', NODE_ENV: 'test' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  const code = await new Promise<number | null>((done) => child.once('close', done))
  return { code, stdout, stderr }
}
