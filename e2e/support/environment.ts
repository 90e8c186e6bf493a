import { join } from 'node:path'

/** Root folder of the repository. */
export const ROOT = join(import.meta.dirname, '..', '..')

/** Set E2E_PORT to run a second suite at the same time. */
const FIRST_PORT = Number(process.env.E2E_PORT ?? 18_080)
/** Ports per worker: one for its server, one for a server that a spec starts (one at a time). */
const PORTS_PER_WORKER = 2

/** One server per worker with separate data, so that tests do not interfere through markets, accounts or the clock. */
export interface SuiteServer {
  readonly port: number
  readonly dataDir: string
}

/** Server of a Playwright worker, counted from 0. */
export function getSuiteServer(worker: number): SuiteServer {
  const port = FIRST_PORT + worker * PORTS_PER_WORKER
  return { port, dataDir: join(ROOT, '.cache', `${folderName(port)}-data`) }
}

function folderName(port: number): string {
  return port === 18_080 ? 'e2e' : `e2e-${port}`
}

const suite = getSuiteServer(Number(process.env.TEST_PARALLEL_INDEX ?? 0))

/** This worker's server. */
export const PORT = suite.port
export const BASE_URL = `http://127.0.0.1:${PORT}`
export const DATA_DIR = suite.dataDir

/** Folder for the data of single specs. */
export const SPEC_DIR = join(ROOT, '.cache', `${folderName(PORT)}-spec`)

export const SPEC_PORT = PORT + 1
