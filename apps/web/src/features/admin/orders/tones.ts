import type { AdminOrder } from '@flowprint/contract'

type Tone = 'warning' | 'brand' | 'good' | 'bad' | undefined

export const STATUS_TONES: Readonly<Record<AdminOrder['status'], Tone>> = {
  pending: 'warning',
  passed: 'good',
  refused: 'bad',
}

export const CHECK_TONES: Readonly<Record<AdminOrder['check_state'], Tone>> = {
  none: undefined,
  checking: undefined,
  not_found: 'warning',
  unconfirmed: 'warning',
  match: 'good',
  mismatch: 'bad',
  error: 'warning',
}
