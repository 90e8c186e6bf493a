import { describe, expect, it } from 'vitest'
import { hotkeyOf } from '../../src/features/order-flow/panels/keyboard/hotkeys.ts'

const press = (key: string, changes = {}) => ({ key, ctrlKey: false, metaKey: false, altKey: false, ...changes })

describe('a key', () => {
  it.each([
    ['/', 'symbol'],
    ['I', 'indicators'],
    ['i', 'indicators'],
    ['p', 'derivatives'],
    ['?', 'help'],
    ['Enter', 'switch'],
  ])('%s means %s', (key, hotkey) => {
    expect(hotkeyOf(press(key))).toBe(hotkey)
  })

  it.each(['q', 'Tab', 'Escape', 'End', 'ArrowLeft', 'constructor', 'toString'])('%s means nothing here', (key) => {
    expect(hotkeyOf(press(key))).toBeNull()
  })

  it.each(['ctrlKey', 'metaKey', 'altKey'])('with %s belongs to the browser', (modifier) => {
    expect(hotkeyOf(press('f', { [modifier]: true }))).toBeNull()
  })
})
