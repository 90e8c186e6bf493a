// A signed-out browser, by logout or remotely, gets no alerts; one whose session only expired still does.
import { DAY_MS } from '@flowprint/orderflow'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runAccountCleanup } from '../../src/modules/accounts/commands/cleanup.ts'
import { PASSWORD, accountWorld } from '../accounts/world.ts'
import type { AccountWorld } from '../accounts/world.ts'

let world: AccountWorld
let browsers = 0
beforeAll(async () => {
  world = await accountWorld({ stored: true })
})
afterAll(() => world.close())

/** A user signed in on two browsers, each with a subscription. */
async function twoBrowsers() {
  const { email, token: phone } = await world.signUp()
  const { data } = await world.call('/login', { email, password: PASSWORD })
  const desk: string = data.token
  const subscribe = async (token: string, label: string): Promise<string> => {
    const endpoint = `https://push.example/${++browsers}`
    await world.call(
      '/save_push',
      { endpoint, keys: { p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) }, label },
      { token },
    )
    return endpoint
  }
  await subscribe(phone, 'phone')
  await subscribe(desk, 'desk')
  const labels = async (token: string): Promise<string[]> =>
    (await world.call('/alert_channels', {}, { token })).data.pushes.map(({ label }: { label: string }) => label)
  return { email, phone, desk, labels, subscribe }
}

describe('the push subscription of a browser is removed', () => {
  test('on logout in that browser, and no other is removed', async () => {
    const { phone, desk, labels } = await twoBrowsers()
    await world.call('/logout', {}, { token: phone })
    expect(await labels(desk)).toEqual(['desk'])
  })

  test('when its session is ended from another device', async () => {
    const { desk, labels } = await twoBrowsers()
    await world.call('/revoke_session', { all: true }, { token: desk })
    expect(await labels(desk)).toEqual(['desk'])
  })

  test('from its account when another account signs in there and subscribes', async () => {
    const { phone, desk, labels } = await twoBrowsers()
    const other = await world.signUp()
    const endpoint = `https://push.example/${browsers}`
    await world.call(
      '/save_push',
      { endpoint, keys: { p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) }, label: 'theirs' },
      { token: other.token },
    )
    expect(await labels(phone)).toEqual(['phone'])
    // Ending the former session does not remove the subscription.
    await world.call('/logout', {}, { token: desk })
    expect(await labels(other.token)).toEqual(['theirs'])
  })
})

test('the push subscription of an expired session is kept', async () => {
  const { email } = await twoBrowsers()
  await runAccountCleanup(world.pool, world.clock.now() + 40 * DAY_MS)
  const { rows } = await world.pool.query(
    'select p.label, p.session_id from alert_push p join account a on a.id = p.account_id where a.email = $1 order by p.id',
    [email],
  )
  expect(rows).toEqual([
    { label: 'phone', session_id: null },
    { label: 'desk', session_id: null },
  ])
})
