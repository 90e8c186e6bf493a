// JavaScript time of frames. Must be imported before anything that draws, so that every later frame callback is timed.
const nextFrame = window.requestAnimationFrame.bind(window)
let spent = 0

window.requestAnimationFrame = (callback) =>
  nextFrame((time) => {
    const started = performance.now()
    try {
      callback(time)
    } finally {
      spent += performance.now() - started
    }
  })

const frame = (): Promise<void> => new Promise((resolve) => void nextFrame(() => resolve()))

/** Milliseconds of JavaScript of a change: the call itself and the frame callbacks it requested. */
export async function timeChange(change: () => void): Promise<number> {
  await frame()
  spent = 0
  const started = performance.now()
  change()
  const called = performance.now() - started
  // The second frame follows every callback of the first, the third follows those of a frame requested by it.
  for (let i = 0; i < 3; i++) await frame()
  return called + spent
}

/** Waits some frames until the setup has settled. */
export async function settle(frames = 6): Promise<void> {
  for (let i = 0; i < frames; i++) await frame()
}

/** Pause between turns: the browser's other processes finish the frames of the previous one. */
const PAUSE_MS = 40

/** Times the changes in turns; the first rounds warm up and are not counted. */
export async function timeInTurns(rounds: number, changes: readonly (() => void)[]): Promise<number[][]> {
  const times: number[][] = changes.map(() => [])
  const warmUp = 5
  for (let round = -warmUp; round < rounds; round++) {
    for (const [i, change] of changes.entries()) {
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
      const ms = await timeChange(change)
      if (round >= 0) times[i].push(ms)
    }
  }
  return times
}
