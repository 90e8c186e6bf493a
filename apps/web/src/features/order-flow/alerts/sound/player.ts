import type { AlertSound } from '@flowprint/contract'
import { SOUNDS, type Tone } from './sounds.ts'

/** Events that count as a user gesture for the autoplay policy. */
const GESTURES = ['pointerdown', 'keydown'] as const
/** Attack time that avoids an audible click, s. */
const ATTACK = 0.008
const SILENT = 0.0001

let context: AudioContext | null = null

/** Created on a gesture: browsers suspend an earlier context and log a warning. */
function wake(): void {
  try {
    context ??= new AudioContext()
    if (context.state === 'suspended') void context.resume().catch(() => undefined)
  } catch {
    // Web Audio is not available.
  }
}

/** Waits for the first gesture on the page. Returns the cleanup function. */
export function unlockSound(target: EventTarget = document): () => void {
  const end = new AbortController()
  for (const gesture of GESTURES) target.addEventListener(gesture, wake, { capture: true, signal: end.signal })
  return () => end.abort()
}

/** Plays a sound; false when the browser does not allow it yet. `gesture`: called from a user gesture. */
export function playSound(sound: AlertSound, gesture = false): boolean {
  if (SOUNDS[sound].length === 0) return true
  if (gesture) wake()
  if (context === null || (context.state !== 'running' && !gesture)) return false
  for (const tone of SOUNDS[sound]) playTone(context, tone)
  return true
}

function playTone(audio: AudioContext, { at, length, from, to, wave, peak }: Tone): void {
  const begin = audio.currentTime + at
  const oscillator = audio.createOscillator()
  const gain = audio.createGain()
  oscillator.type = wave
  oscillator.frequency.setValueAtTime(from, begin)
  oscillator.frequency.exponentialRampToValueAtTime(to, begin + length)
  gain.gain.setValueAtTime(SILENT, begin)
  gain.gain.exponentialRampToValueAtTime(peak, begin + ATTACK)
  gain.gain.exponentialRampToValueAtTime(SILENT, begin + length)
  oscillator.connect(gain).connect(audio.destination)
  oscillator.start(begin)
  oscillator.stop(begin + length)
}
