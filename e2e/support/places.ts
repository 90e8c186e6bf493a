import { join } from 'node:path'

/** The folder of the whole project. */
export const ROOT = join(import.meta.dirname, '..', '..')

/** Another E2E_PORT lets a second run go on beside the first. */
const FIRST_PORT = Number(process.env.E2E_PORT ?? 18_080)
/** Ports of one worker: its server, and one for servers that a spec starts itself, one at a time. */
const PORTS_EACH = 2

/** A server of the suite with its own data: what a journey does to markets, accounts and clock disturbs no other. */
export interface SuiteServer {
  readonly port: number
  readonly dataDir: string
}

/** The server of a worker of the runner, counted from 0. */
export function serverOf(worker: number): SuiteServer {
  const port = FIRST_PORT + worker * PORTS_EACH
  return { port, dataDir: join(ROOT, '.cache', `${placeOf(port)}-data`) }
}

function placeOf(port: number): string {
  return port === 18_080 ? 'e2e' : `e2e-${port}`
}

const own = serverOf(Number(process.env.TEST_PARALLEL_INDEX ?? 0))

/** This worker's server. */
export const PORT = own.port
export const DATA_DIR = own.dataDir

/** Folders of servers and files that a single spec makes for itself. */
export const OWN_DIR = join(ROOT, '.cache', `${placeOf(PORT)}-own`)

export const OWN_PORT = PORT + 1
