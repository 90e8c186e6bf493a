import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { selfSigned } from '@flowprint/testkit'

/** Public, as the program requires; `redirect-webhooks.ts` routes it to the receiver. */
export const WEBHOOK_HOST = '93.184.215.14'

/** Receives the webhooks of alerts. */
export class WebhookReceiver {
  /** Number of requests by `alert-id`. */
  readonly received = new Map<number, number>()
  readonly url = `https://${WEBHOOK_HOST}:8443/alerts`
  /** Environment of the processes that send. */
  readonly env: Readonly<Record<string, string>>
  readonly #server: Server

  private constructor(server: Server, env: Readonly<Record<string, string>>) {
    this.#server = server
    this.env = env
    server.on('request', (request, response) => {
      const id = Number(request.headers['alert-id'])
      this.received.set(id, (this.received.get(id) ?? 0) + 1)
      request.resume().on('end', () => response.writeHead(204).end())
    })
  }

  static async open(folder: string): Promise<WebhookReceiver> {
    const { key, cert } = selfSigned(['webhooks.test'], [WEBHOOK_HOST])
    const server = createServer({ key, cert }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const file = join(folder, 'webhooks.pem')
    writeFileSync(file, cert)
    return new WebhookReceiver(server, {
      NODE_EXTRA_CA_CERTS: file,
      NODE_OPTIONS: `--import ${new URL('redirect-webhooks.ts', import.meta.url).href}`,
      CLUSTER_WEBHOOK: `${WEBHOOK_HOST} ${(server.address() as AddressInfo).port}`,
    })
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((done) => this.#server.close(done))
  }
}
