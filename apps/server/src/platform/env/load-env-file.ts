import { existsSync } from 'node:fs'
import { resolve } from 'node:path'

/** Reads `.env` of the working directory, where there is one, into the process; what is already set wins. */
export function loadEnvFile(): void {
  const path = resolve(process.cwd(), '.env')
  if (existsSync(path)) process.loadEnvFile(path)
}
