import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { NO_FILTERS, readFilters, writeFilters } from '../../src/features/membership/orders/orders.ts'

const read = (query: string) => readFilters(new URLSearchParams(query))

describe('the filters of the order centre', () => {
  it('are stored in the URL without defaults', () => {
    expect(writeFilters(NO_FILTERS).toString()).toBe('')
    expect(writeFilters({ status: 'refused', search: 'ab12', page: 3 }).toString()).toBe(
      'status=refused&transaction_id=ab12&page=3',
    )
  })

  it('survive a round trip', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(null, 'pending' as const, 'passed' as const, 'refused' as const),
        fc.stringMatching(/^[0-9a-f]{0,64}$/),
        fc.integer({ min: 1, max: 999_999 }),
        (status, search, page) => {
          expect(read(writeFilters({ status, search, page }).toString())).toEqual({ status, search, page })
        },
      ),
    )
  })

  it.each([
    ['status=paid', null],
    ['status=PASSED', null],
    ['status=', null],
    ['status=passed', 'passed'],
  ])('of %s ask for %s', (query, status) => {
    expect(read(query).status).toBe(status)
  })

  it.each([
    ['page=0', 1],
    ['page=-2', 1],
    ['page=1.5', 1],
    ['page=x', 1],
    ['page=1000000', 1],
    ['page=7', 7],
  ])('of %s show page %d', (query, page) => {
    expect(read(query).page).toBe(page)
  })

  it('limit the search to the length the call accepts', () => {
    expect(read(`transaction_id=%20${'a'.repeat(300)}%20`).search).toHaveLength(200)
  })
})
