import { join } from 'node:path'

/** The folder of the whole project. */
export const ROOT = join(import.meta.dirname, '..', '..')

/** The server of the suite, started by playwright.config.ts. */
export const PORT = 18_080
export const DATA_DIR = join(ROOT, '.cache', 'e2e-data')

/** Folders of servers and files that a single spec makes for itself. */
export const OWN_DIR = join(ROOT, '.cache', 'e2e-own')

/** For servers that a spec starts itself, one at a time. */
export const OWN_PORT = 18_081
