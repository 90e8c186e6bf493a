import { join } from 'node:path'

/** Root folder of the repository. */
export const ROOT = join(import.meta.dirname, '..', '..')

/** Set E2E_PORT to run a second suite at the same time. */
const FIRST_PORT = Number(process.env.E2E_PORT ?? 18_080)
/** Ports per worker: one for its server, one for a server that a spec starts (one at a time). */
const PORTS_EACH = 2

/** One server per worker with its own data, so that tests do not interfere through markets, accounts or the clock. */
export interface SuiteServer {
  readonly port: number
  readonly dataDir: string
}

/** Server of a Playwright worker, counted from 0. */
export function serverOf(worker: number): SuiteServer {
  const port = FIRST_PORT + worker * PORTS_EACH
  return { port, dataDir: join(ROOT, '.cache', `${folderName(port)}-data`) }
}

function folderName(port: number): string {
  return port === 18_080 ? 'e2e' : `e2e-${port}`
}

const own = serverOf(Number(process.env.TEST_PARALLEL_INDEX ?? 0))

/** This worker's server. */
export const PORT = own.port
export const DATA_DIR = own.dataDir

/** Data folders and files that a single spec creates. */
export const OWN_DIR = join(ROOT, '.cache', `${folderName(PORT)}-own`)

export const OWN_PORT = PORT + 1
