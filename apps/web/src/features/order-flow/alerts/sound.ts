import type { AlertSound } from '@flowprint/contract'

/** One tone: starts at `at` s, lasts `length` s, glides from `from` to `to` Hz. */
export interface Tone {
  readonly at: number
  readonly length: number
  readonly from: number
  readonly to: number
  readonly wave: OscillatorType
  /** Peak gain, 1 = full volume. */
  readonly peak: number
}

const tone = (
  at: number,
  length: number,
  from: number,
  { to = from, wave = 'sine' as OscillatorType, peak = 0.2 } = {},
): Tone => ({ at, length, from, to, wave, peak })

/** The tones of each sound; none exceeds 1.5 s, so that two alerts do not overlap. */
export const SOUNDS: Readonly<Record<AlertSound, readonly Tone[]>> = {
  none: [],
  // A bell: the tone and two partials that decay faster.
  bell: [tone(0, 1.2, 880), tone(0, 0.6, 1760, { peak: 0.08 }), tone(0, 0.3, 2640, { peak: 0.05 })],
  chime: [
    tone(0, 0.5, 659.25, { wave: 'triangle' }),
    tone(0.12, 0.5, 783.99, { wave: 'triangle' }),
    tone(0.24, 0.8, 1046.5, { wave: 'triangle' }),
  ],
  knock: [
    tone(0, 0.09, 220, { to: 90, wave: 'square', peak: 0.16 }),
    tone(0.18, 0.09, 220, { to: 90, wave: 'square', peak: 0.16 }),
  ],
  siren: [
    tone(0, 0.45, 600, { to: 1200, wave: 'sawtooth', peak: 0.1 }),
    tone(0.45, 0.45, 1200, { to: 600, wave: 'sawtooth', peak: 0.1 }),
  ],
}

/** Duration of a sound, s. */
export const lengthOf = (sound: AlertSound): number =>
  Math.max(0, ...SOUNDS[sound].map(({ at, length }) => at + length))

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
