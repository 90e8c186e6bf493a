import { describe, expect, it } from 'vitest'
import { filled, filtersOf, pageOf, sizeOf, withChanges } from '../../src/features/admin/list/use-list.ts'

const address = (text: string) => new URLSearchParams(text)

describe('the filters of a list', () => {
  it('are stored in the URL without empty values', () => {
    expect(withChanges(address(''), { status: 'pending' }).toString()).toBe('status=pending')
    expect(withChanges(address('status=pending&user=li'), { status: '' }).toString()).toBe('user=li')
    expect(withChanges(address(''), { user: '  li lei ' }).get('user')).toBe('li lei')
  })

  it('reset to the first page when another filter changes', () => {
    expect(withChanges(address('page=3&user=li'), { user: 'wang' }).toString()).toBe('user=wang')
    expect(withChanges(address('page=3'), { size: '50' }).toString()).toBe('size=50')
    expect(withChanges(address('user=li'), { page: '2' }).toString()).toBe('user=li&page=2')
    expect(withChanges(address('user=li&page=2'), { page: '1' }).toString()).toBe('user=li')
  })

  it('preserve other parameters of the URL', () => {
    expect(withChanges(address('other=1'), { user: 'li' }).get('other')).toBe('1')
  })

  it.each(['0', '-1', '1.5', 'abc', '1000001', ''])('take page %j for the first', (page) => {
    expect(pageOf(new URLSearchParams({ page }))).toBe(1)
  })

  it('accept a page and one of the offered sizes', () => {
    expect(pageOf(address('page=7'))).toBe(7)
    expect(sizeOf(address('size=50'))).toBe(50)
    expect(sizeOf(address('size=51'))).toBe(20)
  })

  it('ignore a value that is not offered', () => {
    const offered = { status: ['pending', 'passed'] }
    expect(filtersOf(address('status=passed&user=x'), ['status', 'user'], offered)).toEqual({
      status: 'passed',
      user: 'x',
    })
    expect(filtersOf(address('status=hacked'), ['status', 'user'], offered)).toEqual({ status: '', user: '' })
  })

  it('become call arguments without empty values', () => {
    expect(filled({ status: '', user: 'li' })).toEqual({ user: 'li' })
  })
})
