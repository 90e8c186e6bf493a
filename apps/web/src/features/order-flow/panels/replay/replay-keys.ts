import { useEffect, useEffectEvent } from 'react'
import { isOverlayOpen } from '../../../../shared/ui/overlays.ts'
import { useReplay } from '../../model/replay-store.ts'
import { REPLAY_SPEEDS, replayClock } from './replay-clock.ts'

type Direction = 1 | -1
type ReplayKey =
  | { readonly act: 'play' | 'bar' | 'trade' | 'minutes' | 'speed'; readonly direction: Direction }
  | { readonly act: 'pause' }

type KeyPress = Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>

const ARROWS: Readonly<Record<string, readonly [act: 'bar' | 'speed', direction: Direction]>> = {
  ArrowLeft: ['bar', -1],
  ArrowRight: ['bar', 1],
  ArrowUp: ['speed', 1],
  ArrowDown: ['speed', -1],
}

/** The replay's action of a key press, or null. */
export function replayKeyOf({ key, code, shiftKey, ctrlKey, metaKey, altKey }: KeyPress): ReplayKey | null {
  if (ctrlKey || metaKey) return null
  if (altKey) {
    if (!Object.hasOwn(ARROWS, key)) return null
    const [act, direction] = ARROWS[key]
    if (!shiftKey) return { act, direction }
    return act === 'bar' ? { act: 'trade', direction } : null
  }
  if (code === 'Space') return { act: 'play', direction: shiftKey ? -1 : 1 }
  if (key === '[' || key === ']') return { act: 'minutes', direction: key === ']' ? 1 : -1 }
  return key === 'Escape' ? { act: 'pause' } : null
}

/** Plays, or pauses what plays in this direction. */
export function togglePlay(direction: Direction): void {
  if (useReplay.getState().playing === direction) replayClock.pause()
  else replayClock.play(direction)
}

function changeSpeed(direction: Direction): void {
  const next = REPLAY_SPEEDS.indexOf(useReplay.getState().speed) + direction
  if (next in REPLAY_SPEEDS) replayClock.setSpeed(REPLAY_SPEEDS[next])
}

/** Elements that use these keys themselves. */
const USES = {
  typing: 'input:not([type=radio]), textarea, select, [contenteditable]',
  space: 'button, a, summary, label, input, [role=option]',
  arrows: '[role=listbox], [role=menu], [role=radiogroup]',
} as const

/** The keys of the replay while mounted; they come before those of the chart. */
export function useReplayKeys(minutesMs: number): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const target = event.target as Element
    if (event.defaultPrevented || isOverlayOpen() || target.closest(USES.typing)) return
    const pressed = replayKeyOf(event)
    if (pressed === null) return
    if (pressed.act === 'play' && target.closest(USES.space)) return
    if (event.altKey && target.closest(USES.arrows)) return
    // Escape also cancels drawings.
    if (pressed.act === 'pause' && useReplay.getState().playing === 0) return
    event.preventDefault()
    event.stopPropagation()
    if (pressed.act === 'pause') replayClock.pause()
    else if (pressed.act === 'play') togglePlay(useReplay.getState().playing || pressed.direction)
    else if (pressed.act === 'minutes') replayClock.seekBy(pressed.direction * minutesMs)
    else if (pressed.act === 'speed') changeSpeed(pressed.direction)
    else replayClock.step(pressed.act, pressed.direction)
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    addEventListener('keydown', listen, true)
    return () => removeEventListener('keydown', listen, true)
  }, [])
}
