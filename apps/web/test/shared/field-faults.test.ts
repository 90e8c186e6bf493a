import { describe, expect, it } from 'vitest'
import { CallFailure } from '../../src/shared/http/envelope.ts'
import { fieldFaults } from '../../src/shared/http/failures.ts'

const failure = (data: unknown) => new CallFailure('message', '400', 'words', data)

describe('field errors of a failure', () => {
  it('are joined per field', () => {
    const data = {
      fields: {
        password: [
          { error: 'A', message: 'too short' },
          { error: 'B', message: 'too common' },
        ],
      },
    }
    expect(fieldFaults(failure(data), ['email', 'password'])).toEqual({ password: 'too short too common' })
  })

  it.each([
    ['it names a field the form does not have', { fields: { otp: [{ message: 'x' }] } }],
    ['it names none', { fields: {} }],
    ['fields are no lists', { fields: { email: 'x' } }],
    ['there are no fields', { error: 'VALIDATION' }],
    ['there is no data', null],
    ['the data are a text', 'x'],
  ])('is nothing where %s', (_why, data) => expect(fieldFaults(failure(data), ['email'])).toBeNull())

  it('are null for an error that is no failed call', () => expect(fieldFaults(new Error('x'), ['email'])).toBeNull())
})
