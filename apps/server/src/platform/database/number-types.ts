import pg from 'pg'

const INT8 = 20

/**
 * Parses bigint columns as numbers: all of ours (milliseconds, seq, lots) are safe integers; others must fail instead
 * of being rounded. Amounts of money are read as text (`amount::text`) and become BigInt.
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
