import { describe, expect, it } from 'vitest'
import { measureStrength } from '../../src/features/accounts/password/measure-strength.ts'
import { ruleStates } from '../../src/features/accounts/password/rule-states.ts'

describe('the rules under a new password', () => {
  it('are open before input', () => {
    expect(ruleStates('', 6, {})).toEqual({ similar: 'open', min: 'open', common: 'open', numeric: 'open' })
  })

  it.each(['password', 'QWERTY', ' dragon '])('name %j as a common password at once', (password) => {
    expect(ruleStates(password, 6, {}).common).toBe('unmet')
  })

  it('update while typing', () => {
    expect(ruleStates('12345', 6, {})).toEqual({ similar: 'met', min: 'unmet', common: 'asked', numeric: 'unmet' })
    expect(ruleStates('adalove', 6, { first_name: 'Ada', username: 'adalove' })).toMatchObject({
      similar: 'unmet',
      min: 'met',
      numeric: 'met',
    })
  })

  it('use the configured length', () => {
    expect(ruleStates('elevenchars', 12, {}).min).toBe('unmet')
    expect(ruleStates('twelve-chars', 12, {}).min).toBe('met')
  })
})

describe('the strength of a password', () => {
  it.each(['password', 'Passw0rd', 'qwerty123', 'woaini1314', 'aaaaaaaa', 'abcdefgh', '19900101'])(
    '%s is weak',
    (password) => {
      expect(measureStrength(password, [])).toBeLessThanOrEqual(1)
    },
  )

  it.each(['Tr0ub4dor&horse-lamp', 'vq7#Lm2!xZ9p', 'correct horse battery staple'])('%s is strong', (password) => {
    expect(measureStrength(password, [])).toBeGreaterThanOrEqual(3)
  })

  it('is lower when it contains personal data', () => {
    const own = ['ada.lovelace', 'Ada', 'Lovelace', 'ada.lovelace@analytical.example']
    expect(measureStrength('lovelaceanalytical', own)).toBeLessThan(measureStrength('lovelaceanalytical', []))
  })

  it('of a very long password is measured by its beginning', () =>
    expect(measureStrength('vq7#Lm2!'.repeat(1000), [])).toBeLessThanOrEqual(4))
})
