// Checks that files, headings and commands named in Markdown exist, and the tree of ARCHITECTURE.md.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
/** Built-in npm commands, which need no script. */
const NPM_OWN = new Set(['ci', 'install', 'config', 'exec', 'run', 'prune', 'audit', 'uninstall', 'version', 'sbom'])
/** Lines of the tree indented deeper continue a description. */
const DEEPEST = 8

/**
 * Returns the faults of the pages, each with its file and line.
 * `pages`: path -> text. `entries`: every file and folder of the repository. `scripts`: names in package.json.
 */
export function findBrokenLinks({ pages, entries, scripts }) {
  const faults = []
  const anchors = new Map([...pages].map(([path, text]) => [path, anchorsOf(text)]))
  const topFolders = new Set([...entries].filter((entry) => !entry.includes('/')))
  for (const [path, text] of pages) {
    const isMap = path === 'ARCHITECTURE.md'
    let isCode = false
    text.split('\n').forEach((line, i) => {
      const fault = (what) => faults.push(`${path}:${i + 1}: ${what}`)
      if (/^\s*```/.test(line)) isCode = !isCode
      for (const script of commandsIn(line, isCode))
        if (!scripts.has(script)) fault(`there is no command ${script} in package.json`)
      if (isCode) return
      for (const target of linksIn(line)) checkLink(target, path, { entries, anchors, fault })
      for (const named of pathsIn(line)) {
        const isThere = entries.has(named) || (isMap && [...entries].some((entry) => entry.endsWith(`/${named}`)))
        if (!isThere && (isMap || topFolders.has(named.split('/')[0]))) fault(`there is no ${named}`)
      }
    })
    if (isMap)
      for (const { line, entry } of treeOf(text, entries))
        if (!entries.has(entry)) faults.push(`${path}:${line}: there is no ${entry}`)
  }
  return faults
}

function checkLink(target, from, { entries, anchors, fault }) {
  if (/^[a-z]+:/.test(target)) return
  const [name, anchor] = target.split('#')
  const path = name === '' ? from : normalize(join(dirname(from), decodeURI(name))).replace(/\/$/, '')
  if (!entries.has(path)) fault(`there is no ${path}`)
  else if (anchor !== undefined && anchors.has(path) && !anchors.get(path).has(anchor))
    fault(`${path} has no heading #${anchor}`)
}

const linksIn = (line) =>
  [...withoutCode(line).matchAll(/\]\(<?([^)\s>]+)>?(?: "[^"]*")?\)/g)].map(([, target]) => target)
const withoutCode = (line) => line.replace(/`[^`]*`/g, '')

/** Script names in `npm run x` anywhere, and in `npm x` in code unless x is built in. */
function commandsIn(line, isCode) {
  const code = isCode ? line : [...line.matchAll(/`([^`]*)`/g)].map(([, span]) => span).join('\n')
  const run = [...line.matchAll(/\bnpm run ([a-z]\w*(?:[:-]\w+)*)/g)].map(([, name]) => name)
  const short = [...code.matchAll(/\bnpm ([a-z][a-z-]*)/g)].map(([, name]) => name)
  return [...run, ...short.filter((name) => !NPM_OWN.has(name))]
}

/** Code spans that look like a path; `{a,b}` is expanded. */
function pathsIn(line) {
  const codes = [...line.matchAll(/`([^`\s]+)`/g)].map(([, code]) => code.replace(/[:#]\d*$|\/$/g, ''))
  const likely = codes.filter(
    (code) => code.includes('/') && /^[\w.@][\w./@{},-]*$/.test(code) && !/^(?:\.\/|@|[A-Z_]+\/)/.test(code),
  )
  return likely.flatMap(expandBraces)
}

function expandBraces(text) {
  const match = /^([^{]*)\{([^}]*)\}(.*)$/.exec(text)
  return match === null ? [text] : match[2].split(',').flatMap((part) => expandBraces(match[1] + part + match[3]))
}

/** Entries of the tree in the first code block: a name at the start of a line is inside the nearest less indented one. */
function treeOf(text, entries) {
  const lines = text.split('\n')
  const begin = lines.findIndex((line) => line === '```')
  const end = lines.indexOf('```', begin + 1)
  const found = []
  const above = []
  for (let i = begin + 1; i < end; i++) {
    const match = /^( *)([\w.-]+(?:\/[\w.-]+)*\/?)(?=\s|$)/.exec(lines[i])
    if (match === null || match[1].length > DEEPEST || !/[./]/.test(match[2])) continue
    const depth = match[1].length
    while (above.length > 0 && above.at(-1).depth >= depth) above.pop()
    const name = match[2].replace(/\/$/, '')
    // Packages are listed without their src folder.
    const places = [join(above.at(-1)?.entry ?? '', name), join(above.at(-1)?.entry ?? '', 'src', name)]
    const entry = places.find((place) => entries.has(place)) ?? places[0]
    above.push({ depth, entry })
    found.push({ line: i + 1, entry })
  }
  return found
}

/** Heading anchors as GitHub generates them; the second one with the same name gets -1. */
function anchorsOf(text) {
  const names = new Set()
  let isCode = false
  for (const line of text.split('\n')) {
    if (/^\s*```/.test(line)) isCode = !isCode
    const heading = isCode ? null : /^#{1,6} +(.*?)(?: +#+)?$/.exec(line)
    if (heading === null) continue
    const words = heading[1].replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/[`*]/g, '')
    const name = words
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replace(/\s/g, '-')
    let unique = name
    for (let n = 1; names.has(unique); n++) unique = `${name}-${n}`
    names.add(unique)
  }
  return names
}

/** Tracked and untracked files (not ignored ones), and their folders. */
function repositoryEntries() {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
  const entries = new Set()
  for (const file of listed.split('\n').filter((name) => name && existsSync(join(root, name)))) {
    for (let entry = file; entry !== '.'; entry = dirname(entry)) entries.add(entry)
  }
  return entries
}

/** Texts of the site are excluded: they link to pages, not to files. */
const isPage = (entry) => entry.endsWith('.md') && !entry.startsWith('tools/') && !/\/(texts|help)\//.test(entry)

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const entries = repositoryEntries()
  const pages = new Map([...entries].filter(isPage).map((path) => [path, readFileSync(join(root, path), 'utf8')]))
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const faults = findBrokenLinks({ pages, entries, scripts: new Set(Object.keys(scripts)) })
  for (const fault of faults) console.error(fault)
  console.log(`${pages.size} pages, ${faults.length} faults`)
  process.exit(faults.length || pages.size < 10 ? 1 : 0)
}
