// npm test: static checks, unit, database and browser tests that are not tagged `long`; prints the time of each suite.
// npm run test:long: the tests tagged `long`. Both take names of suites: `npm test -- unit`.
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { ensureChromium, NO_BROWSER } from './chromium.mjs'
import { root, runStep } from './run-step.mjs'
import { faultsOfPlaywright, faultsOfVitest, flakyOfPlaywright } from './test-faults.mjs'
import { verify } from './verify.mjs'

const results = join(root, '.cache', 'test-results')
rmSync(results, { recursive: true, force: true })
mkdirSync(results, { recursive: true })
// The program is started dozens of times: share the compile cache.
process.env.NODE_COMPILE_CACHE ??= join(root, '.cache', 'compiled')

const isLong = process.argv.includes('--long')

const lastLines = (text) => text.trimEnd().split('\n').slice(-8).join('\n')

function readJson(file) {
  try {
    return JSON.parse(readFileSync(join(results, file), 'utf8'))
  } catch {
    return null
  }
}

/** Test files with the tag: the others need not be loaded. */
const longFiles = () =>
  execFileSync('git', ['grep', '-lE', "@module-tag long|tags: \\['long'\\]", '--', '*.test.ts'], {
    cwd: root,
    encoding: 'utf8',
  })
    .trim()
    .split('\n')

async function vitest(name, projects, alone) {
  const file = `${name}.json`
  // By default vitest leaves one core free, which on two cores is half of them. Database tests spend most of their time
  // waiting for commits, timers and processes; the long ones load the machine.
  const workers = `--maxWorkers=${availableParallelism() * (name === 'database' && !isLong ? 2 : 1)}`
  const args = [
    'run',
    ...projects.flatMap((project) => ['--project', project]),
    workers,
    `--tags-filter=${isLong ? 'long' : '!long'}`,
    '--reporter=default',
    '--reporter=json',
    ...(isLong ? longFiles() : []),
  ]
  const run = await runStep({
    name,
    command: 'vitest',
    args: [...args, `--outputFile.json=${join(results, file)}`],
    show: alone,
  })
  const report = readJson(file)
  return {
    ...run,
    faults: faultsOfVitest(report),
    passed: report?.numPassedTests ?? 0,
    failed: (report?.numFailedTests ?? 0) || (run.ok ? 0 : 1),
    skipped: report?.numPendingTests ?? 0,
  }
}

async function playwright(name, projects) {
  if (!(await ensureChromium())) {
    console.error(NO_BROWSER)
    return { name, ok: false, seconds: 0, passed: 0, failed: 1, skipped: 0 }
  }
  const file = `${name}.json`
  const run = await runStep({
    name,
    command: 'playwright',
    args: [
      'test',
      '--config',
      'e2e/playwright.config.ts',
      isLong ? '--grep=@long' : '--grep-invert=@long',
      ...projects.map((project) => `--project=${project}`),
      ...(name === 'cluster' ? ['--workers=1'] : []),
    ],
    show: true,
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: join(results, file) },
  })
  const report = readJson(file)
  const stats = report?.stats
  return {
    ...run,
    faults: faultsOfPlaywright(report),
    passed: (stats?.expected ?? 0) + (stats?.flaky ?? 0),
    flaky: flakyOfPlaywright(report),
    failed: (stats ? stats.unexpected : 0) || (run.ok ? 0 : 1),
    skipped: stats?.skipped ?? 0,
  }
}

async function checks() {
  const started = performance.now()
  const { passed, failed } = await verify()
  return { name: 'checks', passed, failed, skipped: 0, seconds: (performance.now() - started) / 1000 }
}

const suites = {
  checks,
  unit: (alone) => vitest('unit', ['unit', 'web'], alone),
  database: (alone) => vitest('database', ['database'], alone),
  browser: () => playwright('browser', ['chaos', 'journeys']),
  cluster: () => playwright('cluster', ['cluster']),
}
/**
 * Runs the static checks first because they fail fastest, then the browser tests in parallel with the others, because they
 * mostly wait. The cluster measures how fast it recovers, so it runs alone.
 */
const parallel = [['browser'], ['unit', 'database']]
const order = isLong ? [parallel, [['cluster']]] : [[['checks']], parallel]
const wanted = process.argv.slice(2).filter((argument) => argument !== '--long')
const summary = []

async function inTurn(names, alone) {
  for (const name of names) {
    const run = await suites[name](alone)
    // Print the output of a parallel suite when it has ended.
    if (run.output) console.log(`\n== ${name} has ended\n${run.ok ? lastLines(run.output) : run.output}\n`)
    summary.push(run)
  }
}

for (const stage of order) {
  const lines = stage
    .map((names) => names.filter((name) => wanted.length === 0 || wanted.includes(name)))
    .filter((names) => names.length > 0)
  if (lines.length === 0) continue
  console.log(`\n== ${lines.map((names) => names.join(', then ')).join('; in parallel ')}`)
  await Promise.all(lines.map((names) => inTurn(names, lines.length === 1)))
}
const all = Object.keys(suites)
summary.sort((a, b) => all.indexOf(a.name) - all.indexOf(b.name))

// Repeat failures at the end, so that a truncated log still shows them.
for (const { name, faults = [], flaky = [] } of summary) {
  for (const title of flaky) console.log(`\nPASSED ON RETRY ${name}: ${title}`)
  for (const { title, message } of faults) console.log(`\nFAILED ${name}: ${title}\n${message}`)
}

console.log('\nsuite        passed  failed  skipped  seconds')
for (const { name, passed, failed, skipped, seconds } of summary) {
  const cells = [passed, failed, skipped].map((n) => String(n).padStart(7)).join(' ')
  console.log(`${name.padEnd(11)} ${cells} ${seconds.toFixed(1).padStart(9)}`)
}
const total = (key) => summary.reduce((sum, suite) => sum + suite[key], 0)
console.log(`${total('passed')} passed, ${total('failed')} failed, ${total('skipped')} skipped`)
process.exit(total('failed') ? 1 : 0)
