import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { NatsServer } from '../../apps/server/test/platform/nats-server.ts'
import { PostgresServer } from '../../apps/server/test/platform/postgres-server.ts'
import { reservePort } from './reserve-port.ts'

/** Beyond what five nodes may open. */
const MAX_CONNECTIONS = 400

/** Three NATS servers of one cluster. Clients do not learn the addresses of the others: they use the links. */
export async function startNatsCluster(): Promise<NatsServer[]> {
  const clusterPorts = [await reservePort(), await reservePort(), await reservePort()]
  const routes = clusterPorts.map((port) => `nats://127.0.0.1:${port}`)
  const servers: NatsServer[] = []
  for (const route of routes) {
    const args = ['--cluster', route, '--cluster_name', 'flowprint', '--routes', routes.join(','), '--no_advertise']
    servers.push(new NatsServer(await reservePort(), args))
  }
  await Promise.all(servers.map((server) => server.start()))
  return servers
}

/** A primary whose acknowledged commits survive kill -9, and its streaming replica. */
export async function startPostgresPair(): Promise<{ primary: PostgresServer; replica: PostgresServer }> {
  const primary = await PostgresServer.create()
  await primary.query('alter system set synchronous_commit = on', 'postgres')
  await primary.query(`alter system set max_connections = ${MAX_CONNECTIONS}`, 'postgres')
  await primary.query('create database flowprint', 'postgres')
  await killPostgres(primary)
  await primary.start()
  return { primary, replica: await primary.createReplica() }
}

/** Resolves when the server is gone, so that it can be started again. */
export async function killPostgres(server: PostgresServer): Promise<void> {
  server.signal('SIGKILL')
  while (await accepts(server.port)) await sleep(20)
  await sleep(200)
}

function accepts(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const socket = connect(port, '127.0.0.1')
  socket.on('connect', () => resolve(true))
  socket.on('error', () => resolve(false))
  return promise.finally(() => socket.destroy())
}
