// Checks the import rules and a minimum number of modules: a parser that finds nothing must not pass.
// node tools/check-imports.mjs [folder, default the project] [floor]
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const folder = process.argv[2] ?? root
const floor = Number(process.argv[3] ?? 200)
// bench/ has a separate lock file: its imports can be resolved only if that is installed.
const bench = existsSync(join(folder, 'bench', 'node_modules')) ? ['bench/src'] : []
const rooms = folder === root ? ['packages', 'apps', 'e2e', 'tools', ...bench] : ['packages', 'apps']

const config = join(root, 'tools', 'import-rules.mjs')
const cli = join(root, 'node_modules', '.bin', 'depcruise')
const args = [cli, '--config', config, '--output-type', 'json', ...rooms]
const run = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8', maxBuffer: 256 * 1024 * 1024 })

let summary
try {
  summary = JSON.parse(run.stdout).summary
} catch {
  console.error(`dependency-cruiser returned no report:\n${run.stderr}${run.stdout.slice(0, 2000)}`)
  process.exit(2)
}

const remedies = new Map(summary.ruleSetUsed.forbidden.map((rule) => [rule.name, rule.comment]))
for (const { from, to, rule } of summary.violations) {
  console.error(`${rule.name}: ${from} imports ${to}. ${remedies.get(rule.name) ?? ''}`)
}
console.log(`${summary.totalCruised} modules, ${summary.violations.length} violations`)
if (summary.totalCruised < floor) {
  console.error(`only ${summary.totalCruised} modules found, at least ${floor} expected: the parser does not work`)
  process.exit(1)
}
process.exit(summary.violations.length ? 1 : 0)
