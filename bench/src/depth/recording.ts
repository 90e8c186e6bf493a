import { readShared } from '@flowprint/testkit'

export const FILE = 'data/ws/hftbacktest_usdm_btcusdt_20240808.gz'

/** A recorded book of Binance USD-M: messages as received. */
export interface Recording {
  /** The REST answer. */
  readonly snapshot: string
  /** Updates in order of arrival, with their exchange time. */
  readonly updates: readonly { readonly text: string; readonly t: number }[]
}

/** Null: the file is not there. */
export function readRecording(): Recording | null {
  const text = readShared(FILE)
  if (text === null) return null
  let snapshot: string | null = null
  const updates: { text: string; t: number }[] = []
  for (const line of text.split('\n')) {
    const json = line.slice(line.indexOf(' ') + 1)
    if (json.includes('"lastUpdateId"')) snapshot ??= json
    if (!json.includes('"depthUpdate"')) continue
    updates.push({ text: json, t: Number(/"T":(\d+)/.exec(json)?.[1]) })
  }
  if (snapshot === null || updates.length === 0) throw new Error(`bench: ${FILE} lacks a snapshot or updates`)
  return { snapshot, updates }
}
