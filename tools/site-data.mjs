// Bundler plug-in: data of the simulated market is computed at build time and provided as virtual modules.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = join(import.meta.dirname, '..', '.cache', 'site')

/** The code of a module, or the file that the bundler continues with. */
const MADE = {
  'virtual:figures': async () => {
    const { figureData } = await import('./figure-data.mjs')
    return { code: `export default JSON.parse(${JSON.stringify(JSON.stringify(figureData()))})` }
  },
  'virtual:book-figures': async () => {
    const { bookFigureData } = await import('./book-figure-data.mjs')
    return { code: `export default JSON.parse(${JSON.stringify(JSON.stringify(bookFigureData()))})` }
  },
  'virtual:derivatives-figures': async () => {
    const { derivativesFigureData } = await import('./derivatives-figure-data.mjs')
    return { code: `export default JSON.parse(${JSON.stringify(JSON.stringify(derivativesFigureData()))})` }
  },
  'virtual:demo-tape': async () => {
    const { demoTape } = await import('./demo-tape.mjs')
    mkdirSync(folder, { recursive: true })
    const file = join(folder, 'demo-tape.bin')
    writeFileSync(file, demoTape())
    return { code: `export { default } from ${JSON.stringify(`${file}?url&no-inline`)}` }
  },
}

/** Resolves `import data from 'virtual:figures'` and `import address from 'virtual:demo-tape'`; each is computed once per build. */
export function siteData() {
  const made = new Map()
  return {
    name: 'flowprint-site-data',
    resolveId: (id) => (id in MADE ? `\0${id}` : null),
    async load(id) {
      const name = id.slice(1)
      if (id[0] !== '\0' || !(name in MADE)) return null
      if (!made.has(name)) made.set(name, MADE[name]())
      return { ...(await made.get(name)), moduleType: 'js' }
    },
  }
}
