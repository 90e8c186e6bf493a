// npm run verify: runs every static check. Prints one line per check, and the output of failed ones.
import { reportStep, runStep } from './run-step.mjs'

/** Lists run beside each other, the steps of a list in order: the build takes about as long as all other checks. */
const lists = [
  [
    { name: 'web build', command: 'node', args: ['tools/build-web.mjs'] },
    { name: 'web build size', command: 'node', args: ['tools/size-check.mjs'] },
  ],
  [
    { name: 'types (tsc -b)', command: 'tsc', args: ['-b'] },
    { name: 'format (oxfmt)', command: 'oxfmt', args: ['--check', '.'] },
    { name: 'lint (oxlint)', command: 'oxlint', args: ['--deny-warnings', '.'] },
    { name: 'import rules (depcruise)', command: 'node', args: ['tools/check-imports.mjs'] },
    { name: 'unused code (knip)', command: 'knip', args: ['--no-progress'] },
    { name: 'links of the documents', command: 'node', args: ['tools/check-links.mjs'] },
    { name: 'house rules', command: 'node', args: ['tools/house-rules.mjs'] },
    { name: 'wording', command: 'node', args: ['tools/check-wording.mjs'] },
  ],
]

export async function verify() {
  let passed = 0
  let failed = 0
  const runInOrder = async (steps) => {
    for (const step of steps) {
      const result = await runStep(step)
      reportStep(result)
      if (result.ok) passed++
      else failed++
    }
  }
  await Promise.all(lists.map(runInOrder))
  return { passed, failed }
}

if (process.argv[1]?.endsWith('verify.mjs')) {
  const { failed } = await verify()
  process.exit(failed ? 1 : 0)
}
