import pg from 'pg'

const INT8 = 20

/**
 * bigint columns come back as numbers: every one of ours (milliseconds, seq, lots) is a safe integer, and one that is not
 * must fail here and not be rounded. Amounts of money are read as text (`amount::text`) and become BigInt.
 */
export const numberTypes: pg.CustomTypesConfig = {
  getTypeParser(oid, format) {
    return oid === INT8 && format !== 'binary' ? safeInteger : pg.types.getTypeParser(oid, format)
  },
}

function safeInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`Invariant: a bigint column holds a safe integer, had ${text}`)
  return value
}
