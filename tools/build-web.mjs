// Builds apps/web when its sources changed since the last build, which a stamp next to the output identifies.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseEnv } from 'node:util'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { prerenderHome } from './prerender.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const web = join(root, 'apps', 'web')
const dist = join(web, 'dist')
const stampFile = join(dist, '.sources')
/** Temporary build folder, swapped in as a whole: neither a running server nor a killed build sees a mix of old and new pages. */
const next = join(web, 'dist-next')
const lock = join(web, 'dist-lock')
const sources = [
  'apps/web/src',
  'apps/web/public',
  'apps/web/index.html',
  'apps/web/vite.config.ts',
  'apps/web/package.json',
  'packages/orderflow/src',
  'packages/contract/src',
  'packages/chart/src',
  'packages/i18n/src',
  'package.json',
  'package-lock.json',
  // Code that computes data from the simulated market.
  'packages/venues/src/simulator',
  'tools/site-data.mjs',
  'tools/figure-data.mjs',
  'tools/book-figure-data.mjs',
  'tools/derivatives-figure-data.mjs',
  'tools/demo-tape.mjs',
  'tools/prerender.mjs',
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

/** Same precedence as the server: the environment, then .env of the working directory. */
function productName() {
  const file = join(process.cwd(), '.env')
  const said =
    process.env.PRODUCT_NAME ?? (existsSync(file) ? parseEnv(readFileSync(file, 'utf8')).PRODUCT_NAME : undefined)
  return said || 'Flowprint'
}

function sourceHash() {
  // The product's name is part of the built pages: another name requires another build.
  const hash = createHash('sha256').update(productName())
  for (const source of sources) {
    for (const file of filesBelow(join(root, source))) hash.update(relative(root, file)).update(readFileSync(file))
  }
  return hash.digest('hex')
}

const isBuilt = (hash) => existsSync(stampFile) && readFileSync(stampFile, 'utf8') === hash

export function buildWeb() {
  const hash = sourceHash()
  if (isBuilt(hash)) return
  takeLock()
  try {
    // Another process may have built it while this one waited for the lock.
    if (!isBuilt(hash)) build(hash)
  } finally {
    rmSync(lock, { recursive: true, force: true })
  }
}

function build(hash) {
  console.log('web: building …')
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  // Always build for production: React selects its development code by NODE_ENV.
  const env = { ...process.env, NODE_ENV: 'production', VITE_PRODUCT_NAME: productName() }
  const args = [vite, 'build', '--logLevel', 'warn', '--outDir', next, '--emptyOutDir']
  const result = spawnSync(process.execPath, args, { cwd: web, stdio: 'inherit', env })
  if (result.status !== 0 || !prerenderHome({ web, next, env, product: productName() })) {
    rmSync(lock, { recursive: true, force: true })
    console.error('web: the build failed; see the message above')
    process.exit(1)
  }
  compressAssets()
  writeFileSync(join(next, '.sources'), hash)
  rmSync(dist, { recursive: true, force: true })
  renameSync(next, dist)
}

/** Allows one build at a time; the lock of a dead process is ignored. */
function takeLock() {
  for (;;) {
    try {
      mkdirSync(lock)
      writeFileSync(join(lock, 'pid'), String(process.pid))
      return
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
    }
    if (!isHeld()) rmSync(lock, { recursive: true, force: true })
    else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200)
  }
}

function isHeld() {
  try {
    process.kill(Number(readFileSync(join(lock, 'pid'), 'utf8')), 0)
    return true
  } catch (error) {
    // The lock was just created: its pid is not written yet.
    return error.code === 'EPERM' || error.code === 'ENOENT'
  }
}

/** Hashed files never change: compress them once here instead of on every request. */
function compressAssets() {
  const assets = join(next, 'assets')
  for (const name of readdirSync(assets)) {
    if (!/\.(js|css|svg)$/.test(name)) continue
    const bytes = readFileSync(join(assets, name))
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    }
    writeFileSync(join(assets, `${name}.br`), brotliCompressSync(bytes, { params }))
    writeFileSync(join(assets, `${name}.gz`), gzipSync(bytes, { level: 9 }))
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) buildWeb()
