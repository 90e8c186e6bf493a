import type { TradesPage } from '../../../../src/live/types.ts'

/** Collects all pages. */
export async function pagesOf(answer: AsyncIterable<TradesPage>): Promise<TradesPage[]> {
  const pages: TradesPage[] = []
  for await (const page of answer) pages.push(page)
  return pages
}
