import { openDatabase } from '../platform/database/index.ts'
import type { Database, DatabaseOptions } from '../platform/database/index.ts'
import { loadEnvFile } from '../platform/env/index.ts'
import { StartError } from '../platform/errors/index.ts'

export const EXIT_FAILED = 1
export const EXIT_USAGE = 2

/** Messages: standard error. */
export const writeLine = (line: string): void => void process.stderr.write(`${line}\n`)
/** Results: standard output. */
export const print = (line: string): void => void process.stdout.write(`${line}\n`)

export interface Command {
  readonly usage: string
  /** What an unexpected error is introduced with. */
  readonly failure: string
  readonly isUsageError?: (error: unknown) => boolean
  /** Errors whose message is meant for the operator; StartError always is. */
  readonly isRefusal?: (error: unknown) => boolean
}

/** Runs the command with the arguments of the process and sets the exit code that `run` returns. */
export async function runCommand(
  { usage, failure, isUsageError = () => false, isRefusal = () => false }: Command,
  run: (args: readonly string[]) => Promise<number>,
): Promise<void> {
  const args = process.argv.slice(2)
  if (args.includes('--help')) return writeLine(usage)
  try {
    loadEnvFile()
    process.exitCode = await run(args)
  } catch (error) {
    process.exitCode = isUsageError(error) ? EXIT_USAGE : EXIT_FAILED
    if (isUsageError(error)) writeLine(`${(error as Error).message}\n\n${usage}`)
    else if (error instanceof StartError || isRefusal(error)) writeLine((error as Error).message)
    else writeLine(`${failure}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
  }
}

/** Opens the database for `work`. `lost`: what to tell the operator when the connection is lost. */
export async function withDatabase<Result>(
  {
    lost,
    ...options
  }: Pick<DatabaseOptions, 'env' | 'command' | 'poolSize' | 'migrate'> &
    Partial<Pick<DatabaseOptions, 'mode'>> & { readonly lost: string },
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const database = await openDatabase({
    mode: 'share',
    writeLine,
    onLost: (reason) => {
      writeLine(`Lost the database connection: ${reason}. ${lost}`)
      process.exit(EXIT_FAILED)
    },
    ...options,
  })
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}
