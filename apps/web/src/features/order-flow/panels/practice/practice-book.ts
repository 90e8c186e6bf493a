import { BOOK_MIME } from '@flowprint/contract'
import { ASK, BID, Book, decodeDepthFrame, type DepthFrame, unitRatio } from '@flowprint/orderflow'
import { callIdentity } from '../../../../shared/http/call.ts'
import { failureSlug } from '../../../../shared/http/envelope.ts'
import { requestBytes } from '../../../../shared/http/request-file.ts'

/** Loads the recorded book as of a moment, ms, with quantities in lots; null: not known then. */
export type LoadBook = (time: number) => Promise<Book | null>

/** The book of a frame in whole lots, rounded down; null when the units do not fit. */
export function bookInLots({ snapshot, qtyUnit }: DepthFrame, lotSize: string): Book | null {
  if (snapshot === null) return null
  const fine = unitRatio(lotSize, qtyUnit)
  const coarse = fine === null ? unitRatio(qtyUnit, lotSize) : null
  if (fine === null && coarse === null) return null
  const toLots = (lots: number) => (fine === null ? lots * Number(coarse) : Math.floor(lots / Number(fine)))
  const book = new Book()
  book.setWindow(snapshot.window)
  snapshot.bidTicks.forEach((tick, i) => book.set(BID, tick, toLots(snapshot.bidLots[i])))
  snapshot.askTicks.forEach((tick, i) => book.set(ASK, tick, toLots(snapshot.askLots[i])))
  return book
}

/** The stored books of a market. Nothing at or after the moment is in them. Throw CallFailure or OrderflowError. */
export const storedBooks =
  (symbol: string, lotSize: string): LoadBook =>
  async (time) => {
    const identity = { ...callIdentity(), asOf: time }
    try {
      const bytes = await requestBytes('GET /book', identity, { query: { symbol }, accept: BOOK_MIME })
      return bookInLots(decodeDepthFrame(bytes), lotSize)
    } catch (error) {
      if (failureSlug(error) === 'NO_BOOK') return null
      throw error
    }
  }
