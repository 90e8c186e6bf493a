import { once } from 'node:events'
import { SERVER_MESSAGES } from '@flowprint/contract'
import type { ServerMessages, ServerOp } from '@flowprint/contract'
import { decodeDepthFrame, decodeFrame, isDepthFrame } from '@flowprint/orderflow'
import type { DepthFrame, Frame } from '@flowprint/orderflow'
import { Compile } from 'typebox/compile'
import { WebSocket } from 'ws'

type AnyMessage = ServerMessages[ServerOp]

const CHECKS = new Map(Object.entries(SERVER_MESSAGES).map(([op, schema]) => [op, Compile(schema)]))

/** One WebSocket to the server under test; every JSON message is checked against its schema. */
export class StreamClient {
  readonly socket: WebSocket
  readonly messages: AnyMessage[] = []
  readonly frames: Frame[] = []
  readonly depthFrames: DepthFrame[] = []
  /** Packed frames as they came. */
  readonly packed: Buffer[] = []
  /** Contract violations. */
  readonly faults: string[] = []
  closeCode: number | null = null
  onMessage: (message: AnyMessage) => void = () => {}
  onFrame: (frame: Frame) => void = () => {}
  #changed: (() => void)[] = []

  constructor(url: string) {
    this.socket = new WebSocket(`${url.replace(/^http/, 'ws')}/api/stream`)
    this.socket.on('message', (data: Buffer, binary: boolean) => this.#take(data, binary))
    this.socket.on('close', (code) => {
      this.closeCode = code
      this.#wake()
    })
    this.socket.on('error', () => {})
  }

  /** Resolves when connected and welcomed. */
  static async open(url: string, hello: object = {}): Promise<StreamClient> {
    const client = new StreamClient(url)
    await once(client.socket, 'open')
    client.send({ op: 'hello', authorization: '', language: 'en', version: 1, ...hello })
    await client.message('welcome')
    return client
  }

  send(message: object | string): void {
    this.socket.send(typeof message === 'string' ? message : JSON.stringify(message))
  }

  /** The first message with this op that matches, received or awaited. */
  async message<Op extends ServerOp>(
    op: Op,
    fits: (message: ServerMessages[Op]) => boolean = () => true,
  ): Promise<ServerMessages[Op]> {
    const find = () =>
      this.messages.find((one): one is ServerMessages[Op] => one.op === op && fits(one as ServerMessages[Op]))
    await this.until(() => find() !== undefined, `a message ${op}`)
    return find() as ServerMessages[Op]
  }

  async until(condition: () => boolean, what = 'the condition'): Promise<void> {
    while (!condition()) {
      if (this.closeCode !== null) {
        throw new Error(`closed with ${this.closeCode} before ${what}; ${JSON.stringify(this.messages.slice(-3))}`)
      }
      await new Promise<void>((resolve) => this.#changed.push(resolve))
    }
  }

  async closed(): Promise<number> {
    while (this.closeCode === null) await new Promise<void>((resolve) => this.#changed.push(resolve))
    return this.closeCode
  }

  close(): void {
    this.socket.terminate()
  }

  #take(data: Buffer, binary: boolean): void {
    if (binary && isDepthFrame(data)) {
      this.packed.push(data)
      this.depthFrames.push(decodeDepthFrame(data))
    } else if (binary) {
      const frame = decodeFrame(data)
      this.packed.push(data)
      this.frames.push(frame)
      this.onFrame(frame)
    } else {
      const message = JSON.parse(data.toString()) as AnyMessage
      const check = CHECKS.get(message.op)
      if (check === undefined || !check.Check(message)) this.faults.push(data.toString())
      this.messages.push(message)
      this.onMessage(message)
    }
    this.#wake()
  }

  #wake(): void {
    for (const resolve of this.#changed.splice(0)) resolve()
  }
}
