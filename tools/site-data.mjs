// What the pages show of the simulated market is computed at the build: a plug-in of the bundler answers these imports with it.
const MADE = {
  'virtual:figures': async () => (await import('./figure-data.mjs')).figureData(),
}

/** Answers `import data from 'virtual:figures'`; each is computed once a build. */
export function siteData() {
  const made = new Map()
  return {
    name: 'flowprint-site-data',
    resolveId: (id) => (id in MADE ? `\0${id}` : null),
    async load(id) {
      const name = id.slice(1)
      if (id[0] !== '\0' || !(name in MADE)) return null
      if (!made.has(name)) made.set(name, MADE[name]())
      return { code: `export default JSON.parse(${JSON.stringify(JSON.stringify(await made.get(name)))})`, moduleType: 'js' }
    },
  }
}
