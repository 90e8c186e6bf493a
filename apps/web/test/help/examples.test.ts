import { describe, expect, it } from 'vitest'
import * as inside from './examples/inside-a-bar.ts'
import * as over from './examples/over-bars.ts'
import * as tape from './examples/of-the-tape.ts'
import type { Example } from './examples/example.ts'

const EXAMPLES: Readonly<Record<string, Example>> = { ...inside, ...over, ...tape }
const made = Object.values(EXAMPLES).map((make) => make())
const joined = <Kind extends 'facts' | 'figures'>(kind: Kind) =>
  Object.assign({}, ...made.map((one) => one[kind])) as (typeof made)[number][Kind]
/** One entry a line. */
const listed = (entries: object) =>
  Object.entries(entries)
    .map(([name, value]) => `  ${JSON.stringify(name)}: ${JSON.stringify(value)},\n`)
    .join('')
const MADE_BY =
  '// Made by apps/web/test/help/examples.test.ts: what the engine says of the worked examples. Not written by hand.\n'

const FACTS = `${MADE_BY}
/** Numbers of the examples and default thresholds, by their names in the texts. */
export const facts: Readonly<Record<string, string>> = {
${listed(joined('facts'))}}
`

const FIGURES = `${MADE_BY}import type { Figure } from './figure.ts'

export const figures: Readonly<Record<string, Figure>> = {
${listed(joined('figures'))}}
`

/** After changing an example: `npx vitest run apps/web/test/help -u` regenerates both files. */
describe('the examples of the help', () => {
  it('contain the numbers computed by the engine', async () => {
    await expect(FACTS).toMatchFileSnapshot('../../src/features/help/examples/facts.ts')
  })

  it('match the figures computed by the engine', async () => {
    await expect(FIGURES).toMatchFileSnapshot('../../src/features/help/figures/figures.ts')
  })
})
