import type { Coverage } from '@flowprint/contract'
import type { Coverage as StoredCoverage, Instrument } from '../../store/index.ts'

export function presentCoverage(instrument: Instrument, coverage: StoredCoverage): Coverage {
  return {
    from: coverage.from,
    to: coverage.to,
    last_seq: coverage.lastSeq,
    tape: instrument.tape,
    proof: coverage.proof,
    gaps: coverage.gaps.map(({ from, to, missing, state }) => ({ from, to, missing, state })),
  }
}
