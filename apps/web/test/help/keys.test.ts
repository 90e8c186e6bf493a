import { keyAction } from '@flowprint/chart'
import { describe, expect, it } from 'vitest'
import { isPaletteKey } from '../../src/app/palette/palette-host.tsx'
import { crosshairKeyOf } from '../../src/features/order-flow/alerts/chart/crosshair-keys.ts'
import { drawingKeyOf } from '../../src/features/order-flow/drawings/hotkeys.ts'
import { layoutStepOf } from '../../src/features/order-flow/panels/commands/page-commands.tsx'
import { hotkeyOf } from '../../src/features/order-flow/panels/keyboard/hotkeys.ts'
import { workspaceKeyOf } from '../../src/features/order-flow/workspaces/workspace-keys.ts'
import { ALERT_KEYS, CHART_KEYS, DRAWING_KEYS, WORKSPACE_KEYS } from '../../src/shared/keys/sheet.ts'

const NAMES: Readonly<Record<string, string>> = {
  '←': 'ArrowLeft',
  '→': 'ArrowRight',
  '↑': 'ArrowUp',
  '↓': 'ArrowDown',
  PgUp: 'PageUp',
  PgDn: 'PageDown',
  '−': '-',
  Esc: 'Escape',
  Del: 'Delete',
}

/** A key of the sheet ("Ctrl Shift Z") as a keyboard event. `held` continues from the previous key in a row. */
function press(text: string, held: readonly string[] = []) {
  const parts = text.split(' ')
  const name = parts[parts.length - 1]
  const modifiers = [...held, ...parts.slice(0, -1)]
  const key = NAMES[name] ?? name
  return {
    key,
    code: /^[A-Z]$/.test(key) ? `Key${key}` : /^\d$/.test(key) ? `Digit${key}` : key,
    altKey: modifiers.includes('Alt'),
    ctrlKey: modifiers.includes('Ctrl'),
    shiftKey: modifiers.includes('Shift'),
    metaKey: false,
  }
}

/** "Alt H", "T", "J": Alt applies to all of them. */
const pressesOf = (keys: readonly string[]) => {
  const held = keys[0].startsWith('Alt ') && keys.slice(1).every((key) => /^[A-Z]$/.test(key)) ? ['Alt'] : []
  return keys.map((key, i) => press(key, i === 0 ? [] : held))
}

describe('the keyboard sheet', () => {
  it.each(CHART_KEYS)('$keys does something on the chart page: $words', ({ keys, words }) => {
    // A menu or a dialog closes itself.
    if (words === 'escape') return
    for (const pressed of pressesOf(keys)) {
      const does =
        hotkeyOf(pressed) ??
        layoutStepOf(pressed) ??
        crosshairKeyOf(pressed) ??
        (isPaletteKey(pressed) ? 'palette' : keyAction(pressed))
      expect(does, pressed.key).not.toBeNull()
    }
  })

  it('describes the action of each key of the page', () => {
    for (const { keys, words } of CHART_KEYS) {
      const does = hotkeyOf(press(keys[0]))
      if (does !== null) expect(words).toBe(does)
    }
    expect(ALERT_KEYS.map(({ keys }) => hotkeyOf(press(keys[0])))).toContain('alerts')
  })

  it('lists every key of the page', () => {
    const shown = [...CHART_KEYS, ...ALERT_KEYS]
      .flatMap(({ keys }) => keys.map((key) => hotkeyOf(press(key))))
      .filter(Boolean)
    const all = [...'abcdefghijklmnopqrstuvwxyz/?']
      .map((key) => hotkeyOf({ key, ctrlKey: false, metaKey: false, altKey: false }))
      .filter(Boolean)
    expect(all.filter((does) => !shown.includes(does))).toEqual([])
  })

  it.each(WORKSPACE_KEYS)('$keys does something in a workspace: $words', ({ keys, words }) => {
    for (const pressed of keys.map((key) => press(key))) expect(workspaceKeyOf(pressed)?.act).toBe(words)
  })

  it('has no key of the page and its charts that a workspace uses otherwise', () => {
    const others = [...CHART_KEYS, ...ALERT_KEYS, ...DRAWING_KEYS].flatMap(({ keys }) => pressesOf(keys))
    expect(others.filter((pressed) => workspaceKeyOf(pressed) !== null)).toEqual([])
  })

  it.each(DRAWING_KEYS)('$keys does something to the drawings: $words', ({ keys, words }) => {
    // A modifier during pointer moves, not a key press.
    if (words === 'magnet') return
    for (const pressed of pressesOf(keys))
      expect(drawingKeyOf(pressed), `${pressed.code} ${pressed.altKey}`).not.toBeNull()
  })
})
