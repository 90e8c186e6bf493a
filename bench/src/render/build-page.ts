import { join } from 'node:path'
import { build } from 'vite'

const built = join(import.meta.dirname, '..', '..', '..', '.cache', 'bench', 'page')

/** Builds the page of the benches that run in a browser; returns its folder. */
export async function buildPage(): Promise<string> {
  await build({
    root: import.meta.dirname,
    base: './',
    configFile: false,
    logLevel: 'warn',
    build: { outDir: built, emptyOutDir: true, target: 'es2023' },
  })
  return built
}
