import type { WorkspaceDocument } from '@flowprint/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { packText } from '../../../src/features/order-flow/model/packed-text.ts'
import { createPreset, createWorkspace } from '../../../src/features/order-flow/workspaces/presets.ts'
import {
  decodeWorkspace,
  encodeWorkspace,
  MAX_LINK_LENGTH,
  readDocument,
  readWorkspaceFile,
  workspaceFile,
} from '../../../src/features/order-flow/workspaces/workspace-text.ts'
import { editedDocuments } from './workspaces.ts'

const chart = { symbol: 'BINANCE:BTCUSDT', cycle: '1m', precision: '0.5', settings: '1', view: 'mode-delta' }
const DOCUMENT = createWorkspace(createPreset('scalping', { name: '剥头皮', chart }))
const link = async (value: unknown) => `1.${await packText(JSON.stringify(value))}`

test('a link and a file return the document, whatever was edited', async () => {
  await fc.assert(
    fc.asyncProperty(editedDocuments, fc.string(), async (documents, name) => {
      const document = documents.at(-1)!
      const text = await encodeWorkspace(document)
      expect(text).toMatch(/^1\.[\w-]+$/)
      expect(await decodeWorkspace(text!)).toEqual({ kind: 'workspace', document, name: null })
      expect(readWorkspaceFile(workspaceFile(name, document))).toEqual({ kind: 'workspace', document, name })
    }),
    { numRuns: 60 },
  )
})

describe('a link', () => {
  test('is not offered for a document that is too long', async () => {
    // Random text can hardly be deflated.
    let state = 1
    const nextLetter = () => {
      state = (state * 48_271) % 2_147_483_647
      return String.fromCharCode(33 + (state % 89))
    }
    const noise = Array.from({ length: 5 }, (_, i) => ({
      ...DOCUMENT.tabs[0].cells[0],
      id: `n${i}`,
      settings: Array.from({ length: 4000 }, nextLetter).join(''),
    }))
    const big = { ...DOCUMENT, tabs: [{ ...DOCUMENT.tabs[0], cells: noise }] } as WorkspaceDocument
    expect(await encodeWorkspace(big)).toBeNull()
    // Nor read, if someone makes one.
    expect((await decodeWorkspace(await link(big))).kind).toBe('unreadable')
  })

  test.each([
    ['', 'unreadable'],
    ['1.', 'unreadable'],
    ['1.!!!', 'unreadable'],
    ['1.AAAA', 'unreadable'],
    ['nothing', 'unreadable'],
    ['2.AAAA', 'newer'],
  ])('%j is %s', async (text, kind) => {
    expect((await decodeWorkspace(text)).kind).toBe(kind)
  })

  test('that expands without end is refused', async () => {
    const text = `1.${await packText(JSON.stringify('x'.repeat(5_000_000)))}`
    expect(text.length).toBeLessThan(MAX_LINK_LENGTH)
    expect((await decodeWorkspace(text)).kind).toBe('unreadable')
  })

  test('any text is answered without an error', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.string(),
          fc.base64String().map((text) => `1.${text}`),
        ),
        async (text) => {
          expect(['unreadable', 'newer', 'invalid']).toContain((await decodeWorkspace(text)).kind)
        },
      ),
    )
  })

  test('tells which field is wrong', async () => {
    const [tab] = DOCUMENT.tabs
    const wrong = {
      ...DOCUMENT,
      tabs: [{ ...tab, cells: [{ ...tab.cells[0], symbol: 'BTC' }, ...tab.cells.slice(1)] }],
    }
    expect(await decodeWorkspace(await link(wrong))).toMatchObject({
      kind: 'invalid',
      faults: [{ field: 'tabs.0.cells.0.symbol', error: 'BAD_BODY' }],
    })
  })
})

describe('a file', () => {
  test.each([
    ['no JSON', '{', 'unreadable'],
    ['another file', '{"a":1}', 'unreadable'],
    ['null', 'null', 'unreadable'],
    ['a newer format', workspaceFile('x', { ...DOCUMENT, format: 2 as 1 }), 'newer'],
    ['an invalid document', workspaceFile('x', { ...DOCUMENT, active: 3 }), 'invalid'],
  ])('with %s is %s', (_what, text, kind) => {
    expect(readWorkspaceFile(text).kind).toBe(kind)
  })

  test('with deep nesting is refused', () => {
    expect(
      readWorkspaceFile(`{"flowprint":"workspace","document":${'['.repeat(50_000)}${']'.repeat(50_000)}}`).kind,
    ).toBe('invalid')
  })
})

test('contradicting links of a document are resolved when it is read', () => {
  const [tab] = DOCUMENT.tabs
  const cells = tab.cells.map((cell) =>
    cell.id === 'ladder' ? { ...cell, symbol: 'OKX:BTCUSDT', precision: '1' } : cell,
  )
  const read = readDocument({ ...DOCUMENT, tabs: [{ ...tab, cells }] })
  expect(read).toEqual({ kind: 'workspace', document: DOCUMENT, name: null })
})
