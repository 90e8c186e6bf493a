import { describe, expect, it } from 'vitest'
import { membershipUntil } from '../../src/shared/session/user.ts'

const END = '2027-03-05T12:00:00Z'
const endMs = Date.parse(END)

describe('membership in the header', () => {
  it('is its end date', () => expect(membershipUntil(END, endMs - 1)).toBe('2027.03.05'))

  it.each([
    ['at its end', END, endMs],
    ['after its end', END, endMs + 1],
    ['without an end', null, endMs],
    ['with an end that is no time', 'soon', endMs],
  ])('is over %s', (_when, end, now) => expect(membershipUntil(end, now)).toBeNull())
})
