// Rejects words that docs/glossary.md replaced, in comments, texts, titles and names.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')

/** Rejected phrases and what to write instead. */
const PHRASES = new Map([
  ['whoever', 'name the role'],
  ['anew', 'again'],
  ['meanwhile', 'leave it out, or say when'],
  ['of its own', 'separate'],
  ['of their own', 'separate'],
  ['nobody', 'name the role, or "no one" for people'],
  ['somebody', 'name the role, or "someone" for people'],
  ['in vain', 'without result'],
])

/** Parts of names (camelCase, PascalCase, SCREAMING_CASE, kebab-case) and what to use instead. */
const NAME_PARTS = new Map([
  ['MOST', 'MAX'],
  ['LEAST', 'MIN'],
  ['LONGEST', 'MAX'],
  ['GREATEST', 'MAX'],
  ['LARGEST', 'MAX'],
  ['FEWEST', 'MIN'],
  ['SMALLEST', 'MIN'],
  ['Hole', 'Gap'],
  ['Holes', 'Gaps'],
  ['hole', 'gap'],
  ['holes', 'gaps'],
])

/** Names and what to use instead. */
const NAMES = [
  [/\b(?!(?:PASSWORD_MIN|MALLOC_ARENA_MAX)\b)[A-Z]+(_[A-Z]+)*_(MAX|MIN)\b/, 'MAX_… or MIN_…'],
  [/\b([A-Z]+_)*AT_ONCE(_[A-Z]+)*\b/, 'BATCH_… or MAX_CONCURRENT_…'],
  [/\b(LOOK|AGAIN|PATIENCE)(_[A-Z]+)*_MS\b/, 'POLL_MS, RETRY_MS or TIMEOUT_MS'],
]

/** Exempt files: applied migrations, generated files, and the word list itself. */
const EXEMPT = [
  /^apps\/server\/src\/migrations\//,
  /^apps\/web\/src\/features\/help\/(examples\/facts|figures\/figures)\.ts$/,
  /^tools\/(check-wording|test\/check-wording|broken-sample)/,
  /(^|\/)package-lock\.json$/,
]

/** Returns the faults of one file, each with its line. A line that contains `wording: old name` may use old name parts. */
export function findWordingFaults(path, text) {
  if (EXEMPT.some((pattern) => pattern.test(path))) return []
  const faults = []
  text.split('\n').forEach((line, i) => {
    const fault = (what, instead) => faults.push(`${path}:${i + 1}: "${what}": ${instead}`)
    for (const [phrase, instead] of PHRASES) if (new RegExp(`\\b${phrase}\\b`, 'i').test(line)) fault(phrase, instead)
    if (line.includes('wording: old name')) return
    const parts = new Set(line.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g))
    for (const [part, instead] of NAME_PARTS) if (parts.has(part)) fault(part, instead)
    for (const [pattern, instead] of NAMES) {
      const name = pattern.exec(line)?.[0]
      if (name !== undefined) fault(name, instead)
    }
  })
  return faults
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
  const files = listed
    .split('\n')
    .filter((file) => /\.(ts|tsx|mjs|md|css|html|yml)$/.test(file) && existsSync(join(root, file)))
  const faults = files.flatMap((file) => findWordingFaults(file, readFileSync(join(root, file), 'utf8')))
  for (const fault of faults) console.error(fault)
  console.log(`${files.length} files, ${faults.length} faults`)
  process.exit(faults.length > 0 ? 1 : 0)
}
