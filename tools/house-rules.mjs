// Repository rules that no linter checks: no TODO marks, no skipped tests, no machine-specific paths in git.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const MAX_KB = 600

const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
const files = listed.split('\n').filter((file) => file && existsSync(join(root, file)))
const code = files.filter((file) => /\.(ts|tsx|mjs)$/.test(file) && !file.startsWith('tools/broken-sample/'))
const faults = []

for (const file of code) {
  const text = readFileSync(join(root, file), 'utf8')
  text.split('\n').forEach((line, i) => {
    const where = `${file}:${i + 1}`
    if (file !== 'tools/house-rules.mjs') {
      if (/\b(TODO|FIXME|XXX|HACK)\b|not implemented/i.test(line)) faults.push(`${where}: TODO mark`)
      if (/\b(it|test|describe)\.(skip|only|todo|fails)\(/.test(line))
        faults.push(`${where}: skipped or exclusive test`)
    }
  })
}

const machinePath = /(^|[\s"'`(=])\/(home|root|work|Users)\/\w/
for (const file of files) {
  if (statSync(join(root, file)).size > MAX_KB * 1024 && file !== 'package-lock.json') {
    faults.push(`${file}: larger than ${MAX_KB} kB`)
  }
  if (!/\.(ts|tsx|mjs|json|md|css|html|sql|yml)$/.test(file) && !file.startsWith('.')) continue
  if (file === 'tools/house-rules.mjs') continue
  const text = readFileSync(join(root, file), 'utf8')
  if (file.endsWith('package-lock.json')) {
    if (/"resolved": "http/.test(text)) faults.push(`${file}: records download addresses`)
    continue
  }
  text.split('\n').forEach((line, i) => {
    if (machinePath.test(line)) faults.push(`${file}:${i + 1}: a machine-specific path`)
    if (/https?:\/\/(registry|deb)\./.test(line)) faults.push(`${file}:${i + 1}: a registry host`)
  })
}

for (const fault of faults) console.error(fault)
console.log(`${code.length} code files, ${faults.length} faults`)
process.exit(faults.length ? 1 : 0)
