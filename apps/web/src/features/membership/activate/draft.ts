/** Input of a visitor before login; in memory only. */
export interface Claim extends Readonly<Record<string, string>> {
  readonly payment_address: string
  readonly transaction_id: string
}

const EMPTY: Claim = { payment_address: '', transaction_id: '' }

let kept = EMPTY

export function keepDraft(values: Claim): void {
  kept = values
}

/** Returns the draft once and clears it. */
export function takeDraft(): Claim {
  const draft = kept
  kept = EMPTY
  return draft
}
