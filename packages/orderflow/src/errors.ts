/** Complete list of error codes of the engine; callers switch on `code`, never on the message. */
export type OrderflowErrorCode =
  | 'BAD_DECIMAL' // text is not a decimal number
  | 'NOT_A_MULTIPLE' // a price or quantity does not divide by the tick or lot
  | 'PRICE_RANGE' // a price or row exceeds Int32
  | 'QUANTITY_RANGE' // a quantity exceeds 2^53 - 1, or a sum exceeds what two columns hold
  | 'BAD_SETTING' // an indicator setting is out of range; the message names it
  | 'BAD_STEP' // a precision that is not a positive multiple of the stored one
  | 'FOREIGN' // not in the packed format
  | 'VERSION' // packed bytes of an unknown version
  | 'TRUNCATED' // packed bytes end too early
  | 'OVERSIZED' // packed bytes announce more than is allowed or possible
  | 'CORRUPT' // packed bytes are inconsistent

export class OrderflowError extends Error {
  override readonly name = 'OrderflowError'
  readonly code: OrderflowErrorCode
  constructor(code: OrderflowErrorCode, message: string) {
    super(message)
    this.code = code
  }
}
