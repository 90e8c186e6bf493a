// Builds apps/web when its sources changed since the last build (a stamp beside the build output says which it was).
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const web = join(root, 'apps', 'web')
const stampFile = join(web, 'dist', '.sources')
const sources = [
  'apps/web/src', 'apps/web/public', 'apps/web/index.html', 'apps/web/vite.config.ts', 'apps/web/package.json',
  'packages/orderflow/src', 'packages/contract/src', 'packages/chart/src', 'packages/messages/src', 'package-lock.json',
]

function* filesBelow(path) {
  if (!existsSync(path)) return
  let entries
  try {
    entries = readdirSync(path, { withFileTypes: true })
  } catch {
    yield path
    return
  }
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const child = join(path, entry.name)
    if (entry.isDirectory()) yield* filesBelow(child)
    else yield child
  }
}

function sourceHash() {
  const hash = createHash('sha256')
  for (const source of sources) {
    for (const file of filesBelow(join(root, source))) hash.update(relative(root, file)).update(readFileSync(file))
  }
  return hash.digest('hex')
}

export function buildWeb() {
  const hash = sourceHash()
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === hash) return
  console.log('web: building …')
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  // Whatever the server runs as, its pages are the finished ones: React picks its development half by NODE_ENV.
  const env = { ...process.env, NODE_ENV: 'production' }
  const result = spawnSync(process.execPath, [vite, 'build', '--logLevel', 'warn'], { cwd: web, stdio: 'inherit', env })
  if (result.status !== 0) {
    console.error('web: the build failed; its message stands above')
    process.exit(1)
  }
  compressAssets()
  writeFileSync(stampFile, hash)
}

/** Hashed files never change: they are compressed once here instead of at every request. */
function compressAssets() {
  const assets = join(web, 'dist', 'assets')
  for (const name of readdirSync(assets)) {
    if (!/\.(js|css|svg)$/.test(name)) continue
    const bytes = readFileSync(join(assets, name))
    const params = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
    writeFileSync(join(assets, `${name}.br`), brotliCompressSync(bytes, { params }))
    writeFileSync(join(assets, `${name}.gz`), gzipSync(bytes, { level: 9 }))
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) buildWeb()
