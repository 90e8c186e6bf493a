import { describe, expect, it } from 'vitest'
import { KEY_BARS, KEY_PAGE, KEY_ROWS, KEY_ZOOM, keyAction } from '../../src/interaction/keyboard.ts'

const NONE = { shiftKey: false, altKey: false, ctrlKey: false, metaKey: false }

describe('keys', () => {
  it.each([
    ['ArrowLeft', {}, { kind: 'bars', by: -KEY_BARS }],
    ['ArrowRight', {}, { kind: 'bars', by: KEY_BARS }],
    ['ArrowLeft', { shiftKey: true }, { kind: 'pages', by: -KEY_PAGE }],
    ['PageDown', {}, { kind: 'pages', by: KEY_PAGE }],
    ['ArrowUp', {}, { kind: 'rows', by: KEY_ROWS }],
    ['+', { shiftKey: true }, { kind: 'zoomTime', factor: KEY_ZOOM }],
    ['=', {}, { kind: 'zoomTime', factor: KEY_ZOOM }],
    ['-', {}, { kind: 'zoomTime', factor: 1 / KEY_ZOOM }],
    ['-', { altKey: true }, { kind: 'zoomPrice', factor: 1 / KEY_ZOOM }],
    ['Home', {}, { kind: 'oldest' }],
    ['End', {}, { kind: 'now' }],
    ['a', {}, { kind: 'auto' }],
  ] as const)('%s with %o', (key, modifiers, action) => {
    expect(keyAction({ key, ...NONE, ...modifiers })).toEqual(action)
  })

  it('ignores other keys and those with Ctrl or Meta', () => {
    expect(keyAction({ key: 'x', ...NONE })).toBeNull()
    expect(keyAction({ key: '+', ...NONE, ctrlKey: true })).toBeNull()
    expect(keyAction({ key: 'ArrowLeft', ...NONE, metaKey: true })).toBeNull()
  })
})
