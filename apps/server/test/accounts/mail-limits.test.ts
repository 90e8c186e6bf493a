import { MINUTE_MS } from '@flowprint/orderflow'
import { afterAll, expect, test } from 'vitest'
import { accountWorld, PASSWORD } from './world.ts'

const world = await accountWorld({ env: { RATE_LIMIT_FACTOR: '1' } })
afterAll(() => world.close())
const { call } = world

const STRANGER = '203.0.113.66'
const OWNER = '198.51.100.7'
let later = 0

/** Requests one mail a minute until rejected; returns the number of mails sent. */
async function useUp(path: string, email: string, ip: string): Promise<number> {
  let sent = 0
  for (; sent < 100; sent++) {
    world.later((later += MINUTE_MS + 1000))
    if ((await call(path, { email }, { ip })).code === 429) return sent
  }
  return sent
}

test('requests by strangers do not use up the limits of the owner, for any purpose', async () => {
  const owner = world.registration()
  expect((await call('/register', owner, { ip: OWNER })).code).toBe(200)
  await call(`/active?token=${await world.secretFor(owner.email)}`)
  for (const path of ['/forget_password', '/send_activation_code'])
    expect(await useUp(path, owner.email, STRANGER)).toBe(5)
  for (const path of ['/forget_password', '/send_activation_code'])
    expect((await call(path, { email: owner.email }, { ip: OWNER })).code).toBe(200)
  expect((await call('/register', world.registration({ email: owner.email }), { ip: OWNER })).code).toBe(200)
})

test('every call has a separate limit', async () => {
  const email = 'several@example.com'
  expect(await useUp('/forget_password', email, OWNER)).toBe(5)
  expect((await call('/send_activation_code', { email }, { ip: OWNER })).code).toBe(200)
  expect((await call('/register', world.registration({ email }), { ip: OWNER })).code).toBe(200)
  const { token } = await world.signUp()
  expect((await call('/reset_email', { email, password: PASSWORD }, { token, ip: OWNER })).code).toBe(200)
})

test('mails to an address caused by all strangers together are limited', { tags: ['long'] }, async () => {
  const email = 'many@example.com'
  let sent = 0
  for (let i = 0; i < 100; i++)
    if ((await call('/forget_password', { email }, { ip: `192.0.2.${i}` })).code === 200) sent += 1
  expect(sent).toBe(60)
  // Addresses of one IPv6 network count as one caller.
  const counts = []
  for (let i = 0; i < 3; i++)
    counts.push((await call('/forget_password', { email: 'six@example.com' }, { ip: `2001:db8:1:2::${i + 1}` })).code)
  expect(counts).toEqual([200, 429, 429])
})
