/** Holds back what must not happen under a finger, and does it when the last one is lifted. */
export class GestureGate {
  #active = false
  #waiting: (() => void)[] = []

  /** Runs now, or at the end of the gesture. */
  run(task: () => void): void {
    if (this.#active) this.#waiting.push(task)
    else task()
  }

  /** What waits no longer matters: other data came. */
  forget(): void {
    this.#waiting = []
  }

  readonly changed = (active: boolean): void => {
    this.#active = active
    if (active) return
    const waiting = this.#waiting
    this.#waiting = []
    for (const task of waiting) task()
  }
}
