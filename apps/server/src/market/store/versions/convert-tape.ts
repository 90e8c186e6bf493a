import { OrderflowError, unitRatio } from '@flowprint/orderflow'
import { INSTRUMENTS_TOPIC } from '../../../platform/bus/index.ts'
import { inCommit } from '../write/commit.ts'
import type { Commit } from '../write/commit.ts'
import { copyHours, differingHours, switchVersion } from './switch-version.ts'
import type { Scale } from './switch-version.ts'
import { clearVersion, dropVersion, abandonNext, ensureNext } from './version-rows.ts'
import type { NextVersion } from './version-rows.ts'
import { ConversionRefusedError } from '../errors.ts'
import { readHead, saveHead } from '../rows/head.ts'
import type { Instrument, Units } from '../types.ts'
import { findInstrument } from '../instruments.ts'
import type { HeldLease } from '../lease.ts'
import type { StoreContext } from '../store-context.ts'

/**
 * more: a step was done. done: the copy has replaced the stored tape. restart: the copy belongs to an older state and is
 * restarted.
 */
type Step = 'more' | 'done' | 'restart'

/**
 * See `TapeStore.convert`. The copy has its own id, so readers and writers never see a partial copy. Each step is a
 * transaction that copies some hours which differ from the stored ones; the first step that finds no difference makes
 * the switch. Completed steps survive a crash.
 */
export async function convertTape(
  context: StoreContext,
  lease: HeldLease,
  units: Units,
  signal?: AbortSignal,
): Promise<Instrument> {
  const { instrument } = lease
  const scale = scaleOf(instrument, units)
  const next = await ensureNext(context, instrument, units)
  try {
    for (let step: Step = 'more'; step !== 'done';) {
      signal?.throwIfAborted()
      lease.assertHeld()
      if (step === 'restart') await clearVersion(context, next.id, instrument.id)
      step = await inCommit(context, instrument, lease.epoch, (commit) => takeStep(commit, next, scale))
    }
  } catch (error) {
    if (!(error instanceof OrderflowError)) throw error
    await abandonNext(context, next.id)
    await dropVersion(context, next.id)
    throw new ConversionRefusedError(
      `${instrument.symbol} cannot be counted in ticks of ${units.tickSize} and lots of ${units.lotSize}: ${error.message}`,
    )
  } finally {
    // Also when the outcome of the switch is unknown: followers check.
    context.bus.publish(INSTRUMENTS_TOPIC, instrument.symbol)
  }
  return (await findInstrument(context, instrument.symbol)) as Instrument
}

/** Locks both heads, always the stored one first. */
async function takeStep(commit: Commit, next: NextVersion, scale: Scale): Promise<Step> {
  const head = await readHead(commit.client, next.id, true)
  const hours = await differingHours(commit.client, commit.instrument.id, next.id)
  // Close the bars of the copy up to the same time; hours of months dropped since then are still in the copy.
  if (head.closedUntil !== commit.head.closedUntil || hours.some(({ isGone }) => isGone)) {
    commit.isNothing = true
    return 'restart'
  }
  if (hours.length === 0) {
    await switchVersion(commit, { next, head, scale })
    return 'done'
  }
  head.rowVersion += 1
  await copyHours(commit, { next, head, scale }, hours)
  await saveHead(commit.client, next.id, head)
  return 'more'
}

function scaleOf(stored: Units, wanted: Units): Scale {
  const ticks = unitRatio(stored.tickSize, wanted.tickSize)
  const lots = unitRatio(stored.lotSize, wanted.lotSize)
  if (ticks === null || lots === null)
    throw new RangeError(`Condition failed: ${wanted.tickSize} and ${wanted.lotSize} divide the stored units`)
  return { ticks, lots }
}
