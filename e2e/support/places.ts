import { join } from 'node:path'

/** The folder of the whole project. */
export const ROOT = join(import.meta.dirname, '..', '..')

/** The server of the suite, started by playwright.config.ts. Another E2E_PORT lets a second run go on beside the first. */
export const PORT = Number(process.env.E2E_PORT ?? 18_080)
const place = PORT === 18_080 ? 'e2e' : `e2e-${PORT}`
export const DATA_DIR = join(ROOT, '.cache', `${place}-data`)

/** Folders of servers and files that a single spec makes for itself. */
export const OWN_DIR = join(ROOT, '.cache', `${place}-own`)

/** For servers that a spec starts itself, one at a time. */
export const OWN_PORT = PORT + 1
