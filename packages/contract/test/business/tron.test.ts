import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  decodeTronAddress,
  encodeTronAddress,
  isTronAddress,
  readTransactionId,
  USDT_CONTRACT,
} from '../../src/index.ts'

const byte = fc.integer({ min: 0, max: 255 })
const bytes20 = fc
  .array(byte, { minLength: 20, maxLength: 20 })
  .map((all) => all.map((one) => one.toString(16).padStart(2, '0')).join(''))

describe('addresses', () => {
  test('the contract of USDT is the one everybody knows', () => {
    expect(decodeTronAddress(USDT_CONTRACT)).toBe('a614f803b6fd780986a42c78ec9c7f77e6ded13c')
  })

  test('any 20 bytes are an address of 34 characters that begins with T, and come back', () => {
    fc.assert(
      fc.property(bytes20, (raw) => {
        const text = encodeTronAddress(raw)
        return text.length === 34 && text.startsWith('T') && decodeTronAddress(text) === raw
      }),
    )
  })

  test('no slip of one character is an address', () => {
    const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
    fc.assert(
      fc.property(fc.nat(33), fc.nat(alphabet.length - 1), (at, letter) => {
        const slipped = USDT_CONTRACT.slice(0, at) + alphabet[letter] + USDT_CONTRACT.slice(at + 1)
        return slipped === USDT_CONTRACT || !isTronAddress(slipped)
      }),
    )
  })

  test.each([
    '',
    'T',
    USDT_CONTRACT.toLowerCase(),
    ` ${USDT_CONTRACT}`,
    `${USDT_CONTRACT}1`,
    '0xdac17f958d2ee523a2206206994597c13d831ec7',
    '41a614f803b6fd780986a42c78ec9c7f77e6ded13c',
    '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
    `T0${USDT_CONTRACT.slice(2)}`,
  ])('"%s" is none', (text) => expect(isTronAddress(text)).toBe(false))
})

describe('IDs of transactions', () => {
  const id = 'b69c51db0f1a44f2a1d5a0d6f0e7c9b3a8d2e4f6071829304a5b6c7d8e9fe9dc'

  test.each([
    id,
    ` ${id}\n`,
    `0x${id}`,
    id.toUpperCase(),
    `https://tronscan.org/#/transaction/${id}`,
    `https://tronscan.org/#/transaction/${id}/`,
    `https://nile.tronscan.org/#/transaction/${id}?`,
    `https://tronscan.org/#/transaction/${id}?lang=zh&x=/${'a'.repeat(9)}`,
  ])('%s is read', (pasted) => expect(readTransactionId(pasted)).toBe(id))

  test.each([
    '',
    id.slice(1),
    `${id}0`,
    `g${id.slice(1)}`,
    `a ${id}x`,
    `a/${id}x`,
    'https://tronscan.org/#/address/TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
  ])('%s is none', (pasted) => expect(readTransactionId(pasted)).toBeNull())
})
