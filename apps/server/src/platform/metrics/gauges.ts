import { Counter, Gauge } from 'prom-client'
import type { Registry } from 'prom-client'

type Labels = Readonly<Record<string, string>>

/** A value of a metric, with its labels. */
export type Sample = readonly [labels: Labels, value: number]

interface Shape<Label extends string> {
  readonly name: string
  readonly help: string
  readonly labelNames?: readonly Label[]
}

/** A gauge that is read on each scrape. A rejected read exports no values. */
export function addGauge<Label extends string>(
  registry: Registry,
  { name, help, labelNames = [] }: Shape<Label>,
  read: () => readonly Sample[] | Promise<readonly Sample[]>,
): void {
  const gauge: Gauge = new Gauge({
    name,
    help,
    labelNames: [...labelNames],
    registers: [registry],
    async collect() {
      const samples = await readSafely(read)
      gauge.reset()
      for (const [labels, value] of samples) gauge.set({ ...labels }, value)
    },
  })
  // A gauge without labels exports 0 before its first collection.
  if (labelNames.length > 0) gauge.reset()
}

/** A total that is counted elsewhere and read on each scrape. */
export function addTotal<Label extends string>(
  registry: Registry,
  { name, help, labelNames = [] }: Shape<Label>,
  read: () => readonly Sample[],
): void {
  const counter: Counter = new Counter({
    name,
    help,
    labelNames: [...labelNames],
    registers: [registry],
    collect() {
      // A counter can only be set by resetting it.
      counter.reset()
      for (const [labels, value] of read()) counter.inc({ ...labels }, value)
    },
  })
}

async function readSafely(read: () => readonly Sample[] | Promise<readonly Sample[]>): Promise<readonly Sample[]> {
  try {
    return await read()
  } catch {
    return []
  }
}
