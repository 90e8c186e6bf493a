// npm run stats: files and lines of product TypeScript, tests and CSS per package, from the files git knows.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from './run-step.mjs'

/** 'product', 'tests', 'css' or null for a file that counts as none of them. */
export function kindOf(path) {
  if (path.endsWith('.css')) return 'css'
  if (!/\.tsx?$/.test(path) || path.endsWith('.d.ts')) return null
  return /^(packages|apps)\/[^/]+\/src\//.test(path) && !path.startsWith('packages/testkit/') ? 'product' : 'tests'
}

/** `apps/web` of `apps/web/src/main.tsx`, `e2e` of `e2e/specs/home.spec.ts`. */
export const packageOf = (path) => (/^(packages|apps)\/[^/]+/.exec(path) ?? /^[^/]+/.exec(path))[0]

/** Files and lines per package and kind. `lineCounts`: [path, lines] pairs. */
export function countByPackage(lineCounts) {
  const packages = new Map()
  for (const [path, lines] of lineCounts) {
    const kind = kindOf(path)
    if (kind === null) continue
    const counts = packages.get(packageOf(path)) ?? {}
    const { files = 0, lines: before = 0 } = counts[kind] ?? {}
    packages.set(packageOf(path), { ...counts, [kind]: { files: files + 1, lines: before + lines } })
  }
  return packages
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const paths = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.css'], { cwd: root, encoding: 'utf8' })
  const lineCounts = paths
    .trim()
    .split('\n')
    .map((path) => [path, readFileSync(join(root, path), 'utf8').split('\n').length - 1])
  const kinds = ['product', 'tests', 'css']
  const cell = ({ files = 0, lines = 0 } = {}) => `${String(files).padStart(6)} ${String(lines).padStart(7)}`
  console.log(`${'files and lines'.padEnd(22)} ${kinds.map((kind) => kind.padStart(14)).join('  ')}`)
  const totals = {}
  for (const [name, counts] of [...countByPackage(lineCounts)].sort()) {
    console.log(`${name.padEnd(22)} ${kinds.map((kind) => cell(counts[kind])).join('  ')}`)
    for (const kind of kinds) {
      const { files = 0, lines = 0 } = totals[kind] ?? {}
      totals[kind] = { files: files + (counts[kind]?.files ?? 0), lines: lines + (counts[kind]?.lines ?? 0) }
    }
  }
  console.log(`${'total'.padEnd(22)} ${kinds.map((kind) => cell(totals[kind])).join('  ')}`)
}
