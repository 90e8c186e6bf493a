import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { addQueueMetrics, Queues } from '../../src/platform/metrics/index.ts'
import { servicesUnderTest } from '../app-under-test.ts'

const SOURCE = join(import.meta.dirname, '../../src')
const TABLE = join(import.meta.dirname, '../../../../docs/decisions/overload.md')

const namesInCode = (): string[] => {
  const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'))
  const text = files.map((name) => readFileSync(join(SOURCE, name), 'utf8')).join('\n')
  const names = [...text.matchAll(/queue: '(\w+)'|\.queue\('(\w+)'\)/g)].map(([, a, b]) => a ?? b)
  const pools = ['calls', 'work', 'depth', 'reads', 'jobs', 'queue'].map((pool) => `database_${pool}`)
  return [...new Set([...names, ...pools])].toSorted()
}

test('the table of queues in the documentation lists exactly those of the code', () => {
  const rows = [...readFileSync(TABLE, 'utf8').matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name)
  expect(rows.toSorted()).toEqual(namesInCode())
})

test('exports the fullest queue of a name, the sum of all, and overflows that never decrease', async () => {
  const queues = new Queues()
  const registry = new Registry()
  addQueueMetrics(registry, queues)
  const first = { queue: 'q', size: 3, bound: 10, overflows: 1 }
  const remove = queues.add(() => [first])
  queues.add(() => [
    { queue: 'q', size: 4, bound: 100, overflows: 2 },
    { queue: 'r', size: 0, bound: 5, overflows: 0 },
  ])
  const values = async () => {
    const text = await registry.metrics()
    return Object.fromEntries(
      [...text.matchAll(/^(\w+)\{queue="(\w)"\} (\d+)$/gm)].map(([, name, queue, n]) => [
        `${name} ${queue}`,
        Number(n),
      ]),
    )
  }
  expect(await values()).toEqual({
    'queue_size q': 3,
    'queue_bound q': 10,
    'queue_total_size q': 7,
    'queue_overflows_total q': 3,
    'queue_size r': 0,
    'queue_bound r': 5,
    'queue_total_size r': 0,
    'queue_overflows_total r': 0,
  })
  remove()
  expect(await values()).toMatchObject({ 'queue_size q': 4, 'queue_total_size q': 4, 'queue_overflows_total q': 3 })
})

test('every queue has a finite bound that it is below at rest', () => {
  const { services } = servicesUnderTest()
  const states = services.queues.states()
  expect(states.length).toBeGreaterThan(5)
  for (const { queue, size, bound } of states)
    expect([queue, bound > 0 && bound < Infinity, size]).toEqual([queue, true, 0])
})
