import { describe, expect, test } from 'vitest'
import { decodePractice, encodePractice, OrderflowError, PracticeSession } from '@flowprint/orderflow'
import { makeTrades } from '../support/make-trades.ts'
import { makeOrder, makeSession, SMALL_BOOK } from './make-practice.ts'

function makeJournal() {
  const session = makeSession({ takerPpm: 55 }, (time) => (time === 1 ? null : SMALL_BOOK))
  session.act(makeOrder('buy', 'market', 3, null, { stopTick: 95, targetTick: 105 }))
  session.advance(makeTrades([[1, 100, 1, 'B']]), 1)
  session.act(makeOrder('sell', 'limit', 1, 110))
  session.act({ kind: 'move', order: 4, tick: 111 })
  session.act({ kind: 'cancel', order: 4 })
  return session
}

const errorOf = (text: string): OrderflowError => {
  try {
    decodePractice(text)
  } catch (error) {
    if (error instanceof OrderflowError) return error
    throw error
  }
  throw new Error(`accepted ${text}`)
}

describe('journals of practice', () => {
  test('a decoded journal gives the same session without the books', () => {
    const session = makeJournal()
    const journal = decodePractice(encodePractice(session.journal()))
    expect(journal).toEqual(session.journal())
    const again = new PracticeSession(journal)
    again.advance(makeTrades([[1, 100, 1, 'B']]), 1)
    expect(again.state()).toEqual(session.state())
  })

  test.each(['', '[]', '{}', 'null', '{"format":"other"}'])('rejects %j as foreign', (text) => {
    expect(errorOf(text).code).toBe('FOREIGN')
  })

  test('rejects another version', () => {
    expect(errorOf('{"format":"flowprint-practice","version":2}')).toMatchObject({
      code: 'VERSION',
      message: 'a practice journal of version 2',
    })
  })

  test.each([
    { path: ['options', 'makerPpm'], value: 0.5, message: 'options: Condition failed: makerPpm' },
    { path: ['options'], value: null, message: 'options: not an object' },
    { path: ['entries'], value: {}, message: 'entries: not a list' },
    { path: ['entries', 0, 'at', 'trades'], value: -1, message: 'entries[0]: trades is not a whole number' },
    { path: ['entries', 0, 'at', 'time'], value: -1, message: 'entries[0].at: before the one it follows' },
    { path: ['entries', 0, 'action', 'kind'], value: 'buy', message: 'entries[0]: kind is not one of place' },
    { path: ['entries', 0, 'action', 'lots'], value: '3', message: 'entries[0]: lots is not a number' },
    { path: ['entries', 0, 'action', 'lots'], value: 0, message: 'entries[0]: Condition failed: lots' },
    { path: ['entries', 0, 'action', 'reduceOnly'], value: 1, message: 'entries[0]: reduceOnly is not' },
    { path: ['entries', 2, 'action', 'tick'], value: null, message: 'entries[2]: tick is not a number' },
    { path: ['books', 0], value: [1], message: 'books[0]: not a time and a book' },
    { path: ['books', 0, 1, 'asks', 0], value: [101], message: 'books[0]: asks has no pairs' },
    { path: ['books', 0, 1, 'asks', 0, 1], value: 0, message: 'books[0]: asks has a quantity of 0' },
    { path: ['books', 0, 1, 'asks', 0, 0], value: 103, message: 'books[0]: asks is not sorted' },
    { path: ['books', 0, 1, 'low'], value: 1.5, message: 'books[0]: low is not a whole number' },
  ])('names the field of $message', ({ path, value, message }) => {
    const json = JSON.parse(encodePractice(makeJournal().journal()))
    const last = path.at(-1)!
    const parent = path.slice(0, -1).reduce((node, key) => node[key], json)
    parent[last] = value
    const error = errorOf(JSON.stringify(json))
    expect(error.code).toBe('CORRUPT')
    expect(error.message).toContain(message)
  })
})
