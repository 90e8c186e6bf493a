import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  edited,
  link,
  markLines,
  picture,
  wrap,
  type LineMark,
  type Selected,
  type TextEdit,
} from '../../../src/features/admin/content/markdown-edits.ts'

/** "a [b] c": what stands between the brackets is selected. */
function select(text: string): Selected {
  const start = text.indexOf('[')
  return { text: text.replace('[', '').replace(']', ''), start, end: text.indexOf(']') - 1 }
}

function show({ text }: Selected, edit: TextEdit): string {
  const after = edited(text, edit)
  return `${after.slice(0, edit.start)}[${after.slice(edit.start, edit.end)}]${after.slice(edit.end)}`
}

describe('bold and italic', () => {
  it.each([
    ['put marks around what is selected', 'a [b] c', '**', 'a **[b]** c'],
    ['stand around a word to write over where nothing is selected', 'a [] c', '**', 'a **[word]** c'],
    ['are taken away from around the selection', 'a **[b]** c', '**', 'a [b] c'],
    ['are taken away from inside the selection', 'a [**b**] c', '**', 'a [b] c'],
    ['italic inside bold is not taken for bold', 'a **[b]** c', '*', 'a ***[b]*** c'],
    ['italic is taken away', 'a *[b]* c', '*', 'a [b] c'],
  ])('%s', (_name, before, mark, after) => {
    const selected = select(before)
    expect(show(selected, wrap(selected, mark, 'word'))).toBe(after)
  })
})

describe('line prefixes', () => {
  it.each<[string, string, LineMark, string]>([
    ['begin the line of the caret', 'one\ntw[]o', 'heading', 'one\n## two[]'],
    ['begin every line that is touched', 'o[ne\nt]wo\nthree', 'list', '[- one\n- two]\nthree'],
    ['number the lines', '[one\ntwo]', 'numbers', '[1. one\n2. two]'],
    ['take the place of others', '[- one\n- two]', 'numbers', '[1. one\n2. two]'],
    ['go where all lines have them', '[> one\n> two]', 'quote', '[one\ntwo]'],
    ['leave a line alone at whose beginning the selection ends', '[one\n]two', 'list', '- one[]\ntwo'],
  ])('%s', (_name, before, mark, after) => {
    const selected = select(before)
    expect(show(selected, markLines(selected, mark))).toBe(after)
  })
})

describe('a link', () => {
  it.each([
    ['of words asks for its address', 'see [this]', 'see [this]([https://])'],
    ['of an address asks for its words', 'see [https://a.example/b]', 'see [[words]](https://a.example/b)'],
    ['of nothing has words to write over and asks for its address', 'see []', 'see [words]([https://])'],
  ])('%s', (_name, before, after) => {
    const selected = select(before)
    expect(show(selected, link(selected, 'words'))).toBe(after)
  })
})

describe('a picture', () => {
  it.each([
    ['becomes a separate paragraph inside a line', 'ab[]cd', 'ab\n\n![[seen]](/p)\n\ncd'],
    ['adds no line breaks on an empty line', 'ab\n\n[]\n\ncd', 'ab\n\n![[seen]](/p)\n\ncd'],
    ['stands at the beginning of a text', '[]', '![[seen]](/p)\n\n'],
    ['takes nothing away of what is selected', '[ab]', 'ab\n\n![[seen]](/p)\n\n'],
  ])('%s', (_name, before, after) => {
    const selected = select(before)
    expect(show(selected, picture(selected, 'seen', '/p'))).toBe(after)
  })

  it('is inserted after a picture whose alt text is selected', () => {
    const selected = { text: '![one](/a)\n\n', start: 2, end: 5 }
    expect(edited(selected.text, picture(selected, 'two', '/b'))).toBe('![one](/a)\n\n![two](/b)\n\n')
  })

  it('escapes its alt text', () => {
    const selected = select('[]')
    expect(edited('', picture(selected, 'a](x) [b\n', '/p'))).toBe('![a (x) b](/p)\n\n')
  })
})

const anySelected = fc
  .tuple(fc.string({ unit: fc.constantFrom('a', ' ', '*', '\n', '-', '1', '.', '>', '#') }), fc.nat(), fc.nat())
  .map(([text, a, b]): Selected => {
    const [start, end] = [a % (text.length + 1), b % (text.length + 1)].toSorted((x, y) => x - y)
    return { text, start, end }
  })

describe('every edit', () => {
  const edits: readonly ((selected: Selected) => TextEdit)[] = [
    (selected) => wrap(selected, '**', 'w'),
    (selected) => wrap(selected, '*', 'w'),
    (selected) => link(selected, 'w'),
    (selected) => picture(selected, 'w', '/p'),
    ...(['heading', 'quote', 'list', 'numbers'] as const).map(
      (mark) => (selected: Selected) => markLines(selected, mark),
    ),
  ]
  it('selects inside the text and leaves the rest unchanged', () => {
    fc.assert(
      fc.property(anySelected, fc.constantFrom(...edits), (selected, edit) => {
        const made = edit(selected)
        const after = edited(selected.text, made)
        expect(made.from).toBeLessThanOrEqual(made.to)
        expect(made.start).toBeGreaterThanOrEqual(0)
        expect(made.start).toBeLessThanOrEqual(made.end)
        expect(made.end).toBeLessThanOrEqual(after.length)
        expect(after.startsWith(selected.text.slice(0, made.from))).toBe(true)
        expect(after.endsWith(selected.text.slice(made.to))).toBe(true)
      }),
    )
  })
})
