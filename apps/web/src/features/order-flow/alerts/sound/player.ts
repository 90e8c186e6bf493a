import type { AlertSound } from '@flowprint/contract'
import { SOUNDS, type Tone } from './sounds.ts'

/** What begins a gesture that browsers take as leave to make a sound. */
const GESTURES = ['pointerdown', 'keydown'] as const
/** A tone does not click when it swells within this time, s. */
const ATTACK = 0.008
const SILENT = 0.0001

let context: AudioContext | null = null

/** Made on a gesture: browsers keep an earlier one silent, and say so in the console. */
function wake(): void {
  try {
    context ??= new AudioContext()
    if (context.state === 'suspended') void context.resume().catch(() => undefined)
  } catch {
    // No way to make a sound on this machine.
  }
}

/** Waits for the first gesture on the page. Returns what ends it. */
export function unlockSound(target: EventTarget = document): () => void {
  const end = new AbortController()
  for (const gesture of GESTURES) target.addEventListener(gesture, wake, { capture: true, signal: end.signal })
  return () => end.abort()
}

/** Plays a sound; false where the browser does not allow it yet. `gesture`: somebody pressed a button for it. */
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
