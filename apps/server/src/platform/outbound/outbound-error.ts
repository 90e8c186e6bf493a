/** Why nothing was sent, or why it is not known to have arrived. */
export type OutboundFault = 'address' | 'resolve' | 'private' | 'connect' | 'time' | 'size'

/** The fault of a message to an address that somebody else chose. */
export class OutboundError extends Error {
  override readonly name = 'OutboundError'
  readonly fault: OutboundFault

  constructor(fault: OutboundFault, message: string) {
    super(message)
    this.fault = fault
  }

  /** It would fail the same way at any other time. */
  get isForGood(): boolean {
    return this.fault === 'address' || this.fault === 'private'
  }
}
