import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url))

/** A folder that PostgreSQL's user may enter (mkdtemp makes 0700), removed by `cleanUp`. */
const folders: string[] = []
export function enterableFolder(mode = 0o711): string {
  const folder = mkdtempSync(join(tmpdir(), 'flowprint-run-'))
  chmodSync(folder, mode)
  folders.push(folder)
  return folder
}

const running = new Set<Program>()
export async function cleanUp(): Promise<void> {
  for (const program of running) await program.end()
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
}

/** A Node program under test: its output and exit code. */
export class Program {
  readonly #child: ChildProcess
  readonly #ended: Promise<number | null>
  #output = ''
  #onOutput: () => void = () => {}

  /** `outputFile` receives standard output; `output` then has standard error only. */
  constructor(script: string, env: Record<string, string>, args: readonly string[] = [], outputFile?: string) {
    const out = outputFile === undefined ? ('pipe' as const) : openSync(outputFile, 'a')
    const clean = Object.fromEntries(
      Object.entries(process.env).filter(([name]) => !name.startsWith('VITEST') && name !== 'NODE_OPTIONS'),
    )
    this.#child = spawn(process.execPath, [script, ...args], {
      env: { ...clean, NODE_ENV: 'test', ...env },
      cwd: tmpdir(),
      stdio: ['ignore', out, 'pipe'],
    })
    if (out !== 'pipe') closeSync(out)
    const hear = (text: Buffer): void => {
      this.#output += text
      this.#onOutput()
    }
    this.#child.stdout?.on('data', hear)
    this.#child.stderr?.on('data', hear)
    this.#ended = once(this.#child, 'exit').then(([code]) => {
      running.delete(this)
      this.#onOutput()
      return code as number | null
    })
    running.add(this)
  }

  get pid(): number {
    return this.#child.pid as number
  }

  get output(): string {
    return this.#output
  }

  get ended(): Promise<number | null> {
    return this.#ended
  }

  /** Waits until the output contains the text; rejects with the whole output when the program ends before. */
  async says(text: string | RegExp, count = 1): Promise<void> {
    const found = (): number => this.#output.split(text).length - 1
    while (found() < count) {
      if (this.#child.exitCode !== null || this.#child.signalCode !== null)
        throw new Error(`ended without saying ${text}:\n${this.#output}`)
      await new Promise<void>((resolve) => {
        this.#onOutput = resolve
      })
    }
  }

  async kill(signal: NodeJS.Signals): Promise<number | null> {
    this.#child.kill(signal)
    return this.#ended
  }

  async end(): Promise<void> {
    if (this.#child.exitCode === null && this.#child.signalCode === null) await this.kill('SIGTERM')
  }
}

/** npm start without feeds, on a free port. */
export function startProgram(dataDir: string, env: Record<string, string> = {}, outputFile?: string): Program {
  return new Program(MAIN, { DATA_DIR: dataDir, PORT: '0', DEMO: '0', MARKETS: '', ...env }, [], outputFile)
}

export const addressIn = (output: string): string => /answers on (http:\/\/\S+?)"/.exec(output)?.[1] ?? ''

export function postgresPid(dataDir: string): number {
  const { cluster } = JSON.parse(readFileSync(join(dataDir, 'postgres.json'), 'utf8')) as { cluster: string }
  return Number(readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[0])
}
