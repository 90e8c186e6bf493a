import type { TradesPage } from '../../../../src/live/types.ts'

/** All pages of an answer. */
export async function pagesOf(answer: AsyncIterable<TradesPage>): Promise<TradesPage[]> {
  const pages: TradesPage[] = []
  for await (const page of answer) pages.push(page)
  return pages
}
