// npm run verify: runs every static check. Prints one line per check, and the output of failed ones.
import { buildWeb } from './build-web.mjs'
import { reportStep, runStep } from './run-step.mjs'

const steps = [
  { name: 'types (tsc -b)', command: 'tsc', args: ['-b'] },
  { name: 'format (oxfmt)', command: 'oxfmt', args: ['--check', '.'] },
  { name: 'lint (oxlint)', command: 'oxlint', args: ['--deny-warnings', '.'] },
  { name: 'import rules (depcruise)', command: 'node', args: ['tools/check-imports.mjs'] },
  { name: 'unused code (knip)', command: 'knip', args: ['--no-progress'] },
  { name: 'web build size', command: 'node', args: ['tools/size-check.mjs'] },
  { name: 'links of the documents', command: 'node', args: ['tools/check-links.mjs'] },
  { name: 'house rules', command: 'node', args: ['tools/house-rules.mjs'] },
  { name: 'wording', command: 'node', args: ['tools/check-wording.mjs'] },
]

export async function verify() {
  buildWeb()
  let failed = 0
  for (const step of steps) {
    const result = await runStep(step)
    reportStep(result)
    if (!result.ok) failed++
  }
  return { passed: steps.length - failed, failed }
}

if (process.argv[1]?.endsWith('verify.mjs')) {
  const { failed } = await verify()
  process.exit(failed ? 1 : 0)
}
