import { describe, expect, it } from 'vitest'
import { replayKeyOf } from '../../src/features/order-flow/panels/replay/replay-keys.ts'
import { REPLAY_KEYS } from '../../src/shared/keys/sheet.ts'

const NAMES: Readonly<Record<string, string>> = {
  '←': 'ArrowLeft',
  '→': 'ArrowRight',
  '↑': 'ArrowUp',
  '↓': 'ArrowDown',
  Esc: 'Escape',
}

/** A key of the sheet as a keyboard event. */
function press(text: string) {
  const parts = text.split(' ')
  const name = parts[parts.length - 1]
  return {
    key: name === 'Space' ? ' ' : (NAMES[name] ?? name),
    code: name,
    altKey: parts.includes('Alt'),
    shiftKey: parts.includes('Shift'),
    ctrlKey: false,
    metaKey: false,
  }
}

describe('the keys of a replay', () => {
  it.each(REPLAY_KEYS)('$keys do what the sheet says: $words', ({ keys, words }) => {
    for (const key of keys) expect(replayKeyOf(press(key))?.act).toBe(words)
  })

  it('go backwards and forwards', () => {
    expect(replayKeyOf(press('Alt ←'))).toEqual({ act: 'bar', direction: -1 })
    expect(replayKeyOf(press('Alt Shift →'))).toEqual({ act: 'trade', direction: 1 })
    expect(replayKeyOf(press('['))).toEqual({ act: 'minutes', direction: -1 })
  })

  it.each(['←', '→', '↑', 'Alt Shift ↑', 'a', 'Enter'])('%s belongs to the chart', (key) => {
    expect(replayKeyOf(press(key))).toBeNull()
  })
})
