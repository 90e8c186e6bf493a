// npm run bench: installs the peers once (bench/ has a separate lock file), then runs all benches, or those given.
// `npm run bench -- --types` only checks their types.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './run-step.mjs'

const bench = join(root, 'bench')
const stampFile = join(bench, 'node_modules', '.flowprint-lock')
const lockHash = createHash('sha256')
  .update(readFileSync(join(bench, 'package-lock.json')))
  .digest('hex')

if (!existsSync(stampFile) || readFileSync(stampFile, 'utf8') !== lockHash) {
  console.log('bench: installing the peers …')
  const install = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: bench,
    stdio: 'inherit',
  })
  if (install.status !== 0) process.exit(1)
  writeFileSync(stampFile, lockHash)
}
const types = spawnSync(join(root, 'node_modules', '.bin', 'tsc'), ['-b', 'bench'], { cwd: root, stdio: 'inherit' })
if (types.status !== 0) process.exit(1)
if (process.argv.includes('--types')) process.exit(0)
const run = spawnSync(process.execPath, [join(bench, 'src', 'main.ts'), ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
})
process.exit(run.status ?? 1)
