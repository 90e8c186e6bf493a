import { createServer } from 'node:net'

/**
 * Below the range from which Linux takes the ports of outgoing connections: a server that is started again must find its
 * port free.
 */
const FIRST_PORT = 20_000 + (process.pid % 100) * 100
let next = FIRST_PORT

/** A free port of loopback that no outgoing connection will take. */
export async function reservePort(): Promise<number> {
  for (;;) {
    const port = next++
    if (await isFree(port)) return port
  }
}

function isFree(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const server = createServer()
  server.on('error', () => resolve(false))
  server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  return promise
}
