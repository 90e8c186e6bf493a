// Prerenders the home page as HTML in every language, so that its texts are visible before any script runs.
// home.html holds both languages (public/first-paint.js picks one before the first paint), home.en.html is served for ?language=en;
// home.default-en.html holds both, for operators whose default language is English.
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const LOCALES = { zh: 'zh-CN', en: 'en' }
/** Placeholder for the public address, which only the server knows (platform/http/home-page.ts). */
const SITE = '__SITE__'
/** Modules of the first screen and those loaded right after it. */
const FIRST = 'src/features/home/home-page.tsx'
const LATER = ['src/features/home/demo/demo-card.tsx', 'src/features/home/sections.tsx']

/** Writes the documents next to index.html. Returns false on failure. */
export function prerenderHome({ web, next, env, product }) {
  const out = join(web, '..', '..', '.cache', 'prerender')
  const vite = join(web, '..', '..', 'node_modules', 'vite', 'bin', 'vite.js')
  const args = [vite, 'build', '--ssr', 'src/prerender.tsx', '--logLevel', 'warn', '--outDir', out, '--emptyOutDir']
  const built = spawnSync(process.execPath, args, { cwd: web, stdio: 'inherit', env })
  if (built.status !== 0) return false
  const pages = {}
  for (const language of Object.keys(LOCALES)) {
    const page = renderPage(join(out, 'prerender.js'), language, env)
    if (page === null) return false
    pages[language] = page
  }
  const files = filesOf(JSON.parse(readFileSync(join(next, '.vite', 'manifest.json'), 'utf8')))
  const frame = readFileSync(join(next, 'index.html'), 'utf8')
  const write = (name, language, shown) =>
    writeFileSync(join(next, name), documentOf({ frame, files, language, pages, shown, product }))
  write('home.html', 'zh', ['zh', 'en'])
  write('home.en.html', 'en', ['en'])
  write('home.default-en.html', 'en', ['en', 'zh'])
  return true
}

/** Runs in a separate process, because a catalogue can be set up only once per process. */
function renderPage(entry, language, env) {
  const code = `import(${JSON.stringify(pathToFileURL(entry).href)}).then((made) => made.prerenderHome(${JSON.stringify(language)})).then((page) => process.stdout.write(JSON.stringify(page)))`
  const { status, stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', code], {
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return status === 0 ? JSON.parse(stdout) : null
}

/** Style sheets of the whole document, and the scripts of its first screen. */
function filesOf(manifest) {
  const styles = new Set()
  const scripts = new Set()
  const seen = new Set()
  const walk = (key, isFirst) => {
    if (seen.has(key)) return
    seen.add(key)
    const { file, css = [], imports = [] } = manifest[key]
    if (isFirst) scripts.add(file)
    for (const each of css) styles.add(each)
    for (const each of imports) walk(each, isFirst)
  }
  walk('index.html', false)
  walk(FIRST, true)
  for (const key of LATER) walk(key, false)
  return { styles: [...styles], scripts: [...scripts] }
}

function documentOf({ frame, files, language, pages, shown, product }) {
  const { title, headline, description } = pages[language]
  const address = language === 'zh' ? `${SITE}/` : `${SITE}/?language=${language}`
  const other = language === 'zh' ? 'en_US' : 'zh_CN'
  const picture = `${SITE}/share-${language}.png`
  const metas = [
    ['name', 'description', description],
    ['property', 'og:type', 'website'],
    ['property', 'og:site_name', product],
    ['property', 'og:title', headline],
    ['property', 'og:description', description],
    ['property', 'og:url', address],
    ['property', 'og:locale', language === 'zh' ? 'zh_CN' : 'en_US'],
    ['property', 'og:locale:alternate', other],
    ['property', 'og:image', picture],
    ['property', 'og:image:width', '1200'],
    ['property', 'og:image:height', '630'],
    ['property', 'og:image:alt', headline],
    ['name', 'twitter:card', 'summary_large_image'],
    ['name', 'twitter:title', headline],
    ['name', 'twitter:description', description],
    ['name', 'twitter:image', picture],
  ].map(([kind, name, content]) => `<meta ${kind}="${name}" content="${escaped(content)}" />`)
  const links = [
    `<link rel="canonical" href="${address}" />`,
    ...Object.entries(LOCALES).map(
      ([each, tag]) =>
        `<link rel="alternate" hreflang="${tag}" href="${SITE}/${each === 'zh' ? '' : `?language=${each}`}" />`,
    ),
    `<link rel="alternate" hreflang="x-default" href="${SITE}/" />`,
    ...files.styles
      .filter((file) => !frame.includes(file))
      .map((file) => `<link rel="stylesheet" crossorigin href="/${file}" />`),
    ...files.scripts
      .filter((file) => !frame.includes(file))
      .map((file) => `<link rel="modulepreload" crossorigin href="/${file}" />`),
  ]
  const roots = shown.map((each) => `<div data-prerendered="${each}" lang="${LOCALES[each]}">${pages[each].html}</div>`)
  return replaced(frame, [
    [
      '<html lang="zh-CN">',
      `<html lang="${LOCALES[language]}"${shown[0] === 'en' && shown.length > 1 ? ' data-default-language="en"' : ''}>`,
    ],
    [/<title>[^<]*<\/title>/, `<title>${escaped(`${title} - ${product}`)}</title>`],
    ['</head>', `  ${[...metas, ...links].join('\n    ')}\n  </head>`],
    ['<div id="root"></div>', roots.join('\n    ')],
    [/\s*<noscript>[^<]*<\/noscript>/, ''],
  ])
}

function replaced(text, pairs) {
  return pairs.reduce((made, [from, to]) => {
    if (made.search(from) < 0) throw new Error(`prerender: the page has no ${from}`)
    return made.replace(from, () => to)
  }, text)
}

const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
