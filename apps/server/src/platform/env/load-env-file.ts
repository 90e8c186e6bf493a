import { existsSync } from 'node:fs'
import { resolve } from 'node:path'

/** Loads `.env` of the working directory, if any, into the process; variables already set win. */
export function loadEnvFile(): void {
  const path = resolve(process.cwd(), '.env')
  if (existsSync(path)) process.loadEnvFile(path)
}
