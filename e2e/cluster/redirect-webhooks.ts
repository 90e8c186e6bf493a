// Loaded before the program (NODE_OPTIONS): routes one public address to the receiver of the suite, as a network would.
import { Socket } from 'node:net'
import type { TcpSocketConnectOpts } from 'node:net'

const [host, port] = (process.env.CLUSTER_WEBHOOK ?? '').split(' ')
const { connect } = Socket.prototype

Socket.prototype.connect = function (this: Socket, ...args: unknown[]): Socket {
  const [given, ...rest] = args as [Partial<TcpSocketConnectOpts> | unknown[], ...unknown[]]
  // A copy: TLS compares the certificate with the original address.
  const isRedirected = !Array.isArray(given) && given.host === host
  const options = isRedirected ? { ...given, host: '127.0.0.1', port: Number(port), lookup: undefined } : given
  return Reflect.apply(connect, this, [options, ...rest]) as Socket
} as typeof connect
