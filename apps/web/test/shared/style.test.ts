import { globSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'

const SRC = join(import.meta.dirname, '..', '..', 'src')
/** Where colours and sizes are defined; all other files reference them. */
const SOURCES = ['shared/theme/tokens.css', 'shared/theme/print.css']
/** Sizes that belong to drawings: chart painting and SVG units. */
const DRAWN = ['features/order-flow/drawings/drawings.module.css', 'shared/figures/figures.module.css']

const sheets = globSync('**/*.css', { cwd: SRC })
  .map((name) => relative('.', name))
  .filter((name) => !SOURCES.includes(name))
  .map((name) => ({ name, text: readFileSync(join(SRC, name), 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, '') }))

interface Declaration {
  readonly property: string
  readonly value: string
}

function declarations(text: string): Declaration[] {
  return [...text.matchAll(/([\w-]+)\s*:\s*([^;{}]+)[;}]/g)].map(([, property, value]) => ({
    property,
    value: value.trim(),
  }))
}

const COLOUR =
  /#[0-9a-f]{3,8}\b|\b(rgba?|hsla?|hwb|lab|lch|oklab|oklch|color)\(|(?<![\w-])(white|black|red|green|blue|grey|gray|orange|yellow|silver|navy)\b(?!-)/i
/** A step of the scale, a fraction of the surrounding size, or a hero heading, which scales with the window. */
const SIZE = /^(var\(--font-size-[\w-]+\)|inherit|(0\.\d+|1)em|clamp\(.+\))$/
const faults = (found: readonly Declaration[], isFine: (declaration: Declaration) => boolean) =>
  found.filter((declaration) => !isFine(declaration)).map(({ property, value }) => `${property}: ${value}`)

describe('the stylesheets of the pages', () => {
  it('are all found', () => {
    expect(sheets.length).toBeGreaterThan(60)
  })

  it.each(sheets)('$name names colours, and makes none', ({ text }) => {
    expect(
      faults(
        declarations(text),
        ({ property, value }) =>
          /^(grid|content|font|mask|white-space|animation)/.test(property) || !COLOUR.test(value),
      ),
    ).toEqual([])
  })

  it.each(sheets.filter(({ name }) => !DRAWN.includes(name)))(
    '$name writes in sizes of the scale, or in parts of the size around it',
    ({ text }) => {
      expect(
        faults(
          declarations(text).filter(({ property }) => property === 'font-size'),
          ({ value }) => SIZE.test(value),
        ),
      ).toEqual([])
    },
  )

  it.each(sheets)('$name writes in the two families of type', ({ text }) => {
    expect(
      faults(
        declarations(text).filter(({ property }) => property === 'font-family'),
        ({ value }) => /^(var\(--font-\w+\)|inherit)$/.test(value),
      ),
    ).toEqual([])
  })

  it.each(sheets)(
    '$name moves for as long as the token says, which is not at all where less motion is asked for',
    ({ text }) => {
      const timed = declarations(text).filter(({ property }) => property === 'transition' || property === 'animation')
      const still = /prefers-reduced-motion: reduce/.test(text)
      expect(
        faults(
          timed,
          ({ value }) => value === 'none' || value.includes('var(--motion)') || (still && value.includes('infinite')),
        ),
      ).toEqual([])
    },
  )
})

describe('the components', () => {
  it('name colours and type sizes only by their tokens', () => {
    const found = globSync('**/*.tsx', { cwd: SRC }).flatMap((name) =>
      (
        readFileSync(join(SRC, name), 'utf8').match(/(?<![\w-])(text|bg|border|fill|stroke|shadow)-\[[^\]]*\]/g) ?? []
      ).map((utility) => `${name}: ${utility}`),
    )
    expect(found).toEqual([])
  })
})

describe('the tokens', () => {
  const text = readFileSync(join(SRC, SOURCES[0]), 'utf8')
  const rules = [...text.matchAll(/([^{}]+)\{([^{}]*)\}/g)].map(([, selector, body]) => ({
    selector: selector.replaceAll(/\/\*[\s\S]*?\*\//g, '').trim(),
    body,
  }))
  const namesOf = (theme: string) =>
    rules
      .filter(({ selector }) => selector.includes(`data-theme='${theme}'`) && !selector.includes('data-palette'))
      .flatMap(({ body }) => declarations(body).map(({ property }) => property))
      .toSorted()

  it('define the same roles in both themes', () => {
    expect(namesOf('light')).toEqual(namesOf('dark'))
    expect(namesOf('light').length).toBeGreaterThan(25)
  })

  it('include all that the pages use', () => {
    const known = new Set([...text.matchAll(/(--[\w-]+)\s*:/g)].map(([, name]) => name))
    // Custom properties that a component sets for its stylesheet.
    for (const name of globSync('**/*.tsx', { cwd: SRC })) {
      for (const [, property] of readFileSync(join(SRC, name), 'utf8').matchAll(/'(--[\w-]+)'/g)) known.add(property)
    }
    const named = sheets.flatMap(({ name, text: sheet }) => {
      const own = new Set([...sheet.matchAll(/(--[\w-]+)\s*:/g)].map(([, property]) => property))
      return [...sheet.matchAll(/var\((--[\w-]+)(,)?/g)]
        .filter(([, property, other]) => !known.has(property) && !own.has(property) && other === undefined)
        .map(([, property]) => `${name}: ${property}`)
    })
    expect(named).toEqual([])
  })
})
