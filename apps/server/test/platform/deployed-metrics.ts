import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'

export const DEPLOY = join(import.meta.dirname, '../../../../deploy')
export const read = (name: string): string => readFileSync(join(DEPLOY, name), 'utf8')

interface Rule {
  readonly alert: string
  readonly expr: string
  readonly labels: { readonly severity: string }
  readonly annotations: { readonly summary: string; readonly action: string }
}

export const rules = (parse(read('prometheus/alerts.yml')) as { groups: { rules: Rule[] }[] }).groups.flatMap(
  ({ rules: all }) => all,
)

interface Panel {
  readonly title: string
  readonly type: string
  readonly targets?: readonly { readonly expr: string }[]
}

const dashboard = JSON.parse(read('grafana/dashboard.json')) as { readonly panels: readonly Panel[] }

/** Name and expression of every alert rule and every query of the dashboard. */
export const queries: readonly (readonly [name: string, expression: string])[] = [
  ...rules.map(({ alert, expr }) => [alert, expr] as const),
  ...dashboard.panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => [title, expr] as const)),
]

const WORDS = new Set(['by', 'without', 'on', 'ignoring', 'offset', 'or', 'and', 'unless', 'bool'])
/** Made by Prometheus itself. */
export const BUILT_IN: ReadonlySet<string> = new Set(['up'])

/** Names of the metrics in an expression of PromQL. */
export function metricsIn(expression: string): string[] {
  const plain = expression
    .replace(/"(?:[^"\\]|\\.)*"/g, '')
    .replace(/\{[^}]*\}/g, ' ')
    .replace(/\[[^\]]*\]/g, ' ')
    .replace(/\b(?:by|without|on|ignoring)\s*\([^)]*\)/g, ' ')
    .replace(/\boffset\s+\w+/g, ' ')
  return [...plain.matchAll(/(?<![\w.])[a-zA-Z_:][\w:]*(?!\w*\s*\()/g)]
    .map(([name]) => name)
    .filter((name) => !WORDS.has(name))
}

/** Names of the series that a node exports, from the text of /api/metrics. */
export function namesOf(text: string): string[] {
  return [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name, type]) =>
    type === 'histogram' ? [name, ...['bucket', 'count', 'sum'].map((end) => `${name}_${end}`)] : [name],
  )
}
