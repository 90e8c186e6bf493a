// Prepares a clone: installs the packages of the lock file when it changed, and checks that Node 24 is among them.
// Plain JavaScript without dependencies, for any Node >= 18: it runs before anything is installed.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const stampFile = join(root, 'node_modules', '.flowprint-lock')
const lockHash = createHash('sha256')
  .update(readFileSync(join(root, 'package-lock.json')))
  .digest('hex')
const nodeBinary = join(root, 'node_modules', '.bin', process.platform === 'win32' ? 'node.cmd' : 'node')

function installed() {
  return existsSync(nodeBinary) && existsSync(stampFile) && readFileSync(stampFile, 'utf8') === lockHash
}

function fail(message) {
  console.error(`setup: ${message}`)
  process.exit(1)
}

if (!installed()) {
  console.log('setup: installing packages (once, under a minute on most machines) …')
  const npmCli = process.env.npm_execpath
  const command = npmCli ? process.execPath : 'npm'
  const args = [...(npmCli ? [npmCli] : []), 'ci', '--no-audit', '--no-fund', '--loglevel=error']
  const result = spawnSync(command, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] })
  if (result.status !== 0) fail('npm ci failed; see the message above')
  writeFileSync(stampFile, lockHash)
}

const version = spawnSync(nodeBinary, ['--version'], { encoding: 'utf8' }).stdout?.trim() ?? ''
if (!version.startsWith('v24.')) {
  fail(`the project's own Node should be 24, found "${version}"; delete node_modules and try again`)
}
