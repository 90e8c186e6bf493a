import { afterAll, expect, test } from 'vitest'
import { BUILT_IN, metricsIn, namesOf, queries } from './deployed-metrics.ts'
import { addressIn, cleanUp, enterableFolder, startProgram } from './program.ts'

afterAll(cleanUp)

test.each(['ingest', 'worker'])(
  'a node with the role %s alone serves health, readiness and metrics only',
  async (role) => {
    const secret = 'a secret of the metrics'
    const program = startProgram(enterableFolder(), { ROLES: role, METRICS_SECRET: secret, LOG_LEVEL: 'info' })
    await program.says('answers on')
    const url = addressIn(program.output)
    const health = await fetch(`${url}/api/health`)
    expect([health.status, await health.json()]).toMatchObject([200, { code: 200, data: { status: 'ok' } }])
    expect((await fetch(`${url}/api/ready`)).status).toBe(200)
    const metrics = await fetch(`${url}/api/metrics`, { headers: { authorization: `Bearer ${secret}` } })
    const text = await metrics.text()
    expect(metrics.status).toBe(200)
    expect(text).toMatch(new RegExp(`^flowprint_info\\{version="[^"]+",roles="${role}",node="[^"]+"\\} 1$`, 'm'))
    expect(text).toContain('node_ready 1')
    expect(text.includes('jobs_waiting{') || /^# HELP jobs_waiting /m.test(text)).toBe(role === 'worker')
    for (const path of ['/', '/api/menus', '/api/docs', '/login']) {
      const answer = await fetch(`${url}${path}`)
      expect([path, answer.status]).toEqual([path, 404])
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    }
    await program.end()
  },
)

test('nodes with one role each export together what alert rules and dashboard use', { tags: ['long'] }, async () => {
  const secret = 'a secret of the metrics'
  const exported = new Set<string>()
  for (const role of ['web', 'ingest', 'worker']) {
    const program = startProgram(enterableFolder(), { ROLES: role, METRICS_SECRET: secret, LOG_LEVEL: 'info' })
    await program.says('answers on')
    const headers = { authorization: `Bearer ${secret}` }
    const text = await (await fetch(`${addressIn(program.output)}/api/metrics`, { headers })).text()
    for (const name of namesOf(text)) exported.add(name)
    await program.end()
  }
  const missing = queries.flatMap(([title, expression]) =>
    metricsIn(expression)
      .filter((name) => !exported.has(name) && !BUILT_IN.has(name))
      .map((name) => `${title}: ${name}`),
  )
  expect(missing).toEqual([])
})
