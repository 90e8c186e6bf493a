/** What a visitor typed before logging in; it lives as long as the document. */
export interface Claim extends Readonly<Record<string, string>> {
  readonly payment_address: string
  readonly transaction_id: string
}

const EMPTY: Claim = { payment_address: '', transaction_id: '' }

let kept = EMPTY

export function keepDraft(values: Claim): void {
  kept = values
}

/** Handed out once: the next one who opens the page begins with nothing. */
export function takeDraft(): Claim {
  const draft = kept
  kept = EMPTY
  return draft
}
