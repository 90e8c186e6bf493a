// First loads stay within their budgets: gzip of the JavaScript and CSS a route imports statically, with one language.
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'

const dist = join(dirname(fileURLToPath(import.meta.url)), '..', 'apps', 'web', 'dist')
const manifestFile = join(dist, '.vite', 'manifest.json')

/** Route -> its lazily loaded source, and its budget in kB. The entry and the larger language come on top. */
const budgets = [
  { route: '/', source: /features\/home\/home-page\.tsx$/, kB: 140 },
  { route: '/order', source: /features\/order-flow\/(order-page|page|index)\.tsx$/, kB: 250 },
  { route: '/manager/order', source: /features\/admin\/orders\/order-page\.tsx$/, kB: 340 },
  { route: '/manager/content', source: /features\/admin\/content\/content-page\.tsx$/, kB: 340 },
]
const language = /(^|\/)messages\/src\/(zh|en)\/index\.ts$/

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
process.exit(failed ? 1 : 0)
