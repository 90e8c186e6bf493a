/** Defers tasks while a pointer is down and runs them when the last one is up. */
export class GestureGate {
  #active = false
  #waiting: (() => void)[] = []

  /** Runs the task now, or at the end of the gesture. */
  run(task: () => void): void {
    if (this.#active) this.#waiting.push(task)
    else task()
  }

  /** Discards deferred tasks, because the data was replaced. */
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
