// Runs one step of verify or test as a child process and prints its output only on failure.
import { spawn } from 'node:child_process'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const bin = join(root, 'node_modules', '.bin')

export function runStep({ name, command, args = [], env = {}, show = false }) {
  const started = performance.now()
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH}`, ...env },
      stdio: show ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32',
    })
    let output = ''
    child.stdout?.on('data', (chunk) => (output += chunk))
    child.stderr?.on('data', (chunk) => (output += chunk))
    const finish = (ok, extra = '') => {
      resolve({ name, ok, output: output + extra, seconds: (performance.now() - started) / 1000 })
    }
    child.on('error', (error) => finish(false, String(error)))
    child.on('close', (code) => finish(code === 0))
  })
}

export function reportStep({ name, ok, output, seconds }) {
  console.log(`${ok ? 'ok  ' : 'FAIL'} ${name.padEnd(28)} ${seconds.toFixed(1)} s`)
  if (!ok && output) console.log(output)
}
