// node tools/try-image.mjs: executes the steps of the Dockerfile without a container engine and requests a page from the result.
// Requires Linux and root. Each stage is a fresh folder, mounted at /app in a separate mount namespace; files matched by
// .dockerignore are not copied. This machine with its Node replaces the base image, so missing parts of that image are not detected.
import { spawn, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, matchesGlob, relative } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const PORT = process.env.PORT ?? '18480'
const USER = ['--reuid', 'postgres', '--regid', 'postgres', '--clear-groups']

/** Parses the instructions in order and joins continued lines. */
function readInstructions() {
  const text = readFileSync(join(root, 'Dockerfile'), 'utf8').replace(/\\\n/g, ' ')
  return text
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .map((line) => /^(\w+)\s+(.*)$/.exec(line).slice(1))
}

/** Evaluates .dockerignore like Docker: the last matching pattern decides. */
function ignoring() {
  const patterns = readFileSync(join(root, '.dockerignore'), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
  return (path) =>
    patterns.reduce((ignored, line) => {
      const keep = line.startsWith('!')
      const pattern = keep ? line.slice(1) : line
      return matchesGlob(path, pattern) || matchesGlob(path, `${pattern}/**`) ? !keep : ignored
    }, false)
}

const work = mkdtempSync(join(tmpdir(), 'flowprint-image-'))
spawnSync('chmod', ['711', work])
const isIgnored = ignoring()
const stages = new Map()
const made = ['/app', '/data'].filter((folder) => !existsSync(folder))
for (const folder of made) mkdirSync(folder)
let stage = null

/** Runs a command with the stage mounted at /app, as the user of the image once it is set. */
function inside(shell, env = {}, asUser = false) {
  const mounts = `mount --bind ${stage.app} /app && mount --bind ${stage.data} /data && cd /app && `
  const run = asUser ? `exec setpriv ${USER.join(' ')} ${shell}` : shell
  // Build steps get this machine's registry and certificate settings; run steps do not.
  const around = asUser ? { PATH: process.env.PATH, HOME: '/tmp' } : process.env
  return [
    'unshare',
    ['--mount', 'sh', '-ec', mounts + run],
    { env: { ...around, ...stage.env, ...env }, stdio: 'inherit' },
  ]
}

function copy(rest) {
  const [, from, list] = /^(?:--from=(\w+) )?(.*)$/.exec(rest)
  const names = list.split(' ')
  const target = names.pop()
  for (const name of names) {
    const source = from === undefined ? join(root, name) : join(stages.get(from).app, relative('/app', name))
    const isFolder = statSync(source).isDirectory()
    // COPY copies the contents of a folder, and a file under its name if the target ends with a slash.
    const to = join(stage.app, target, isFolder || !target.endsWith('/') ? '.' : name.split('/').at(-1))
    cpSync(source, to, {
      recursive: true,
      verbatimSymlinks: true,
      filter: (path) => from !== undefined || path === root || !isIgnored(relative(root, path)),
    })
  }
}

function setVariable(rest) {
  const [name, value] = rest.split(/=(.*)/)
  stage.env[name] = value
}

const steps = {
  FROM(rest) {
    const name = / AS (\w+)$/.exec(rest)?.[1] ?? 'last'
    stage = { app: join(work, name, 'app'), data: join(work, name, 'data'), env: {} }
    for (const folder of [stage.app, stage.data]) mkdirSync(folder, { recursive: true })
    stages.set(name, stage)
  },
  COPY: copy,
  ENV: setVariable,
  ARG: setVariable,
  RUN(rest) {
    const { status } = spawnSync(...inside(rest.replace('chown node:node', 'chown postgres:postgres')))
    if (status !== 0) throw new Error(`failed: RUN ${rest}`)
  },
}

async function answersFrom(command) {
  const env = {
    PORT,
    HOST: '127.0.0.1',
    MARKETS: '',
    TRON_API_URL: 'off',
    APP_URL: `http://localhost:${PORT}`,
    APP_KEY: 'a key for trying the image that guards nothing',
    SMTP_URL: 'smtp://localhost:2525',
    MAIL_FROM: 'no-reply@example.com',
  }
  const [program, args, options] = inside(JSON.parse(command).join(' '), env, true)
  const child = spawn(program, args, options)
  const ended = new Promise((resolve) => child.on('exit', resolve))
  try {
    for (let waited = 0; waited < 240 && child.exitCode === null; waited++) {
      await sleep(500)
      const answer = await fetch(`http://127.0.0.1:${PORT}/api/ready`).catch(() => null)
      if (answer?.status !== 200) continue
      const page = await fetch(`http://127.0.0.1:${PORT}/login`)
      return { ready: answer.status, page: page.status, html: (await page.text()).includes('<script') }
    }
    throw new Error('no response')
  } finally {
    child.kill('SIGTERM')
    console.log(`stopped with ${await ended}`)
  }
}

try {
  let command = null
  for (const [name, rest] of readInstructions()) {
    console.log(`${name} ${rest}`)
    if (name === 'CMD') command = rest
    else steps[name]?.(rest)
  }
  const answers = await answersFrom(command)
  console.log(JSON.stringify(answers))
  if (answers.page !== 200 || !answers.html) throw new Error('the image serves no pages')
} finally {
  rmSync(work, { recursive: true, force: true })
  for (const folder of made) rmdirSync(folder)
}
