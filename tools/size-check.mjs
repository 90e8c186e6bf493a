// Checks first-load budgets: gzipped JavaScript and CSS that a route imports statically, with one language.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'

const dist = join(dirname(fileURLToPath(import.meta.url)), '..', 'apps', 'web', 'dist')
const manifestFile = join(dist, '.vite', 'manifest.json')

/** Route -> its lazily loaded source, and its budget in kB. The entry and the larger language are added. */
const budgets = [
  { route: '/', source: /features\/home\/home-page\.tsx$/, kB: 140 },
  { route: '/order', source: /features\/order-flow\/(order-page|page|index)\.tsx$/, kB: 250 },
  { route: '/manager/order', source: /features\/admin\/orders\/order-page\.tsx$/, kB: 340 },
  { route: '/manager/content', source: /features\/admin\/content\/content-page\.tsx$/, kB: 340 },
]
/** What the home page loads when idle: the animated chart with all its code, as sent, and the tape it replays. */
const idle = { source: /features\/home\/demo\/demo-player\.ts$/, worker: /\/demo-worker-[^/]*\.js$/, kB: 110 }
const tape = { file: /\/demo-tape-[^/]*\.bin$/, kB: 200 }
const language = /(^|\/)i18n\/src\/(zh|en)\/index\.ts$/

if (!existsSync(manifestFile)) {
  console.error('size check: no web build found; run npm run build')
  process.exit(1)
}
const manifest = JSON.parse(readFileSync(manifestFile, 'utf8'))

function staticFiles(key, files = new Set(), seen = new Set()) {
  if (seen.has(key)) return files
  seen.add(key)
  const chunk = manifest[key]
  if (!chunk) throw new Error(`size check: the build has no ${key}`)
  files.add(chunk.file)
  for (const css of chunk.css ?? []) files.add(css)
  for (const imported of chunk.imports ?? []) staticFiles(imported, files, seen)
  return files
}

const gzipped = (file) => gzipSync(readFileSync(join(dist, file))).length
const sum = (files) => [...files].reduce((total, file) => total + gzipped(file), 0)
const keys = Object.keys(manifest)
const entry = staticFiles('index.html')
const languages = keys.filter((key) => language.test(key)).map((key) => staticFiles(key))
let failed = false

for (const { route, source, kB } of budgets) {
  const page = keys.find((key) => source.test(key))
  if (!page) {
    console.error(`size check: no chunk of ${route} in the build`)
    process.exit(1)
  }
  const base = new Set([...entry, ...staticFiles(page)])
  const withLanguage = languages.map((files) => sum(new Set([...base, ...files])))
  const total = Math.max(sum(base), ...withLanguage) / 1000
  console.log(`${route}: ${total.toFixed(1)} kB of ${kB} kB`)
  if (total > kB) {
    failed = true
    for (const file of base) console.error(`  ${(gzipped(file) / 1000).toFixed(1)} kB  ${file}`)
  }
}

/** Prints a size and its budget; the check fails when it is exceeded. */
function weigh(what, bytes, kB) {
  console.log(`${what}: ${(bytes / 1000).toFixed(1)} kB of ${kB} kB`)
  if (bytes > kB * 1000) failed = true
}

const assets = readdirSync(join(dist, 'assets')).map((name) => join('assets', name))
const one = (pattern, what) => {
  const found = assets.find((file) => pattern.test(`/${file}`))
  if (found === undefined) throw new Error(`size check: the build has no ${what}`)
  return found
}
// The server sends the precompressed copies of scripts and style sheets.
const sent = (file) =>
  existsSync(join(dist, `${file}.br`)) ? statSync(join(dist, `${file}.br`)).size : statSync(join(dist, file)).size
const home = new Set([...entry, ...staticFiles(keys.find((key) => budgets[0].source.test(key)))])
const player = keys.find((key) => idle.source.test(key))
if (!player) throw new Error('size check: no chunk of the animated chart in the build')
const later = [...staticFiles(player)].filter((file) => !home.has(file))
weigh(
  '/ when idle',
  [...later, one(idle.worker, 'worker of the demo')].reduce((total, file) => total + sent(file), 0),
  idle.kB,
)
weigh('demo tape', sent(one(tape.file, 'demo tape')), tape.kB)
process.exit(failed ? 1 : 0)
