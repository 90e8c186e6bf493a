/** Defers tasks while a pointer is down and runs them when the last one is up. */
export class GestureQueue {
  #active = false
  #waiting: (() => void)[] = []

  /** Runs the task now, or at the end of the gesture. */
  run(task: () => void): void {
    if (this.#active) this.#waiting.push(task)
    else task()
  }

  /** Discards deferred tasks, because the data was replaced. */
  clear(): void {
    this.#waiting = []
  }

  /** Sets whether a gesture is active; runs the deferred tasks when it ends. */
  readonly setActive = (active: boolean): void => {
    this.#active = active
    if (active) return
    const waiting = this.#waiting
    this.#waiting = []
    for (const task of waiting) task()
  }
}
