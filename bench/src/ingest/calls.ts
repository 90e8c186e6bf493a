import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'

/** Functions that one process of the bench calls in another, by name. */
type Works = Readonly<Record<string, (given: never) => Promise<unknown>>>

interface Answer {
  readonly id: number
  readonly value?: unknown
  readonly failure?: string
}

/** In a child process: answers the parent's calls until the parent ends. */
export function answerCalls(works: Works): void {
  process.on('message', ({ id, name, given }: { id: number; name: string; given: never }) => {
    works[name](given).then(
      (value) => process.send?.({ id, value } satisfies Answer),
      (error: Error) => process.send?.({ id, failure: error.stack ?? error.message } satisfies Answer),
    )
  })
  process.on('disconnect', () => process.exit())
  process.send?.('ready')
}

/** A child process that runs calls. */
export class Worker {
  readonly #child: ChildProcess
  readonly #waiting = new Map<number, PromiseWithResolvers<unknown>>()
  #calls = 0

  /** `command`: the command that runs it, such as node and its flags. */
  static async start(command: readonly string[], file: string, given: readonly string[] = []): Promise<Worker> {
    const [program, ...flags] = command
    const child = spawn(program, [...flags, file, ...given], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
    await Promise.race([
      once(child, 'message'),
      once(child, 'exit').then(() => {
        throw new Error(`bench: ${file} did not start`)
      }),
    ])
    return new Worker(child)
  }

  private constructor(child: ChildProcess) {
    this.#child = child
    child.on('message', ({ id, value, failure }: Answer) => {
      const waiting = this.#waiting.get(id)
      this.#waiting.delete(id)
      if (failure === undefined) waiting?.resolve(value)
      else waiting?.reject(new Error(failure))
    })
    child.on('exit', () => {
      for (const waiting of this.#waiting.values()) waiting.reject(new Error('bench: a bench process exited'))
    })
  }

  get pid(): number {
    return this.#child.pid ?? 0
  }

  call<Value>(name: string, given: unknown = null): Promise<Value> {
    const waiting = Promise.withResolvers<unknown>()
    const id = this.#calls++
    this.#waiting.set(id, waiting)
    this.#child.send({ id, name, given })
    return waiting.promise as Promise<Value>
  }

  async end(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return
    const gone = once(this.#child, 'exit')
    this.#child.disconnect()
    await gone
  }
}
