/** Why the message was not sent, or its delivery is unknown. */
export type OutboundFault = 'address' | 'resolve' | 'private' | 'connect' | 'time' | 'size'

/** Failure of a message to an address that a user chose. */
export class OutboundError extends Error {
  override readonly name = 'OutboundError'
  readonly fault: OutboundFault

  constructor(fault: OutboundFault, message: string) {
    super(message)
    this.fault = fault
  }

  /** Whether a retry would fail the same way. */
  get isForGood(): boolean {
    return this.fault === 'address' || this.fault === 'private'
  }
}
