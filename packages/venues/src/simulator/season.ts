/**
 * Activity by time of the week: an integer weight per minute (from Monday 00:00 UTC), so that the weight of any range
 * is an exact difference of two prefix sums.
 */

const MINUTES_OF_WEEK = 10080
/** 1970-01-01 was a Thursday: Monday is four days later. */
const MONDAY_OFFSET = 4 * 1440

/**
 * Weight at each full hour of a working day, UTC, interpolated linearly: Asian morning, London, New York, then a quiet
 * night.
 */
const HOURS = [62, 66, 60, 48, 40, 38, 46, 70, 88, 82, 74, 70, 80, 124, 168, 160, 132, 108, 92, 84, 74, 58, 46, 54]
/** Weekday weights in percent of an average working day, Monday first. */
const DAYS = [98, 104, 106, 106, 104, 58, 62]

const prefix = buildPrefix()

function buildPrefix(): Float64Array {
  const sums = new Float64Array(MINUTES_OF_WEEK + 1)
  for (let m = 0; m < MINUTES_OF_WEEK; m++) {
    const hour = Math.floor(m / 60) % 24
    const into = m % 60
    const weight = (HOURS[hour] * (60 - into) + HOURS[(hour + 1) % 24] * into) * DAYS[Math.floor(m / 1440)]
    sums[m + 1] = sums[m] + Math.floor(weight / 60)
  }
  return sums
}

/** Mean weight of a minute: a minute of this weight has the market's mean rate. */
export const MEAN_MINUTE_WEIGHT = prefix[MINUTES_OF_WEEK] / MINUTES_OF_WEEK

/** Weight of all minutes before `minute` (minutes since the epoch, not negative). Exact integer. */
export function weightBefore(minute: number): number {
  const shifted = minute - MONDAY_OFFSET + MINUTES_OF_WEEK
  const week = Math.floor(shifted / MINUTES_OF_WEEK)
  return week * prefix[MINUTES_OF_WEEK] + prefix[shifted - week * MINUTES_OF_WEEK]
}
