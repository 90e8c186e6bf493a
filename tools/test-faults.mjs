// Extracts failures from the test runners' reports: a title and the first lines of the message.
import { stripVTControlCharacters } from 'node:util'

const MAX_LINES = 14

const firstLines = (text) =>
  stripVTControlCharacters(text ?? '')
    .split('\n')
    .slice(0, MAX_LINES)
    .map((line) => `  ${line.slice(0, 300)}`)
    .join('\n')

/** Reads Vitest's JSON report (null if there is none). A file that could not be run counts as one fault. */
export function faultsOfVitest(report) {
  return (report?.testResults ?? []).flatMap(({ name, message, assertionResults }) => {
    const failed = assertionResults.filter(({ status }) => status === 'failed')
    if (failed.length === 0 && message) return [{ title: name, message: firstLines(message) }]
    return failed.map(({ fullName, failureMessages }) => ({
      title: `${name}: ${fullName}`,
      message: firstLines(failureMessages.join('\n')),
    }))
  })
}

/** Reads Playwright's JSON report (null if there is none): specs whose last attempt failed, and errors outside of any spec. */
export function faultsOfPlaywright(report) {
  const outside = (report?.errors ?? []).map(({ message }) => ({
    title: 'outside of any journey',
    message: firstLines(message),
  }))
  return [...outside, ...(report?.suites ?? []).flatMap((suite) => faultsOfSuite(suite, []))]
}

function faultsOfSuite({ title, suites = [], specs = [] }, above) {
  const path = [...above, title]
  const own = specs
    .filter(({ ok }) => !ok)
    .map((spec) => {
      const errors = spec.tests.flatMap(({ results }) => results.at(-1)?.errors ?? [])
      return {
        title: [...path, spec.title].join(' > '),
        message: firstLines(errors.map(({ message }) => message).join('\n')),
      }
    })
  return [...own, ...suites.flatMap((suite) => faultsOfSuite(suite, path))]
}

/** Titles of browser tests that passed only on retry. */
export function flakyOfPlaywright(report) {
  return (report?.suites ?? []).flatMap((suite) => flakyOfSuite(suite, []))
}

function flakyOfSuite({ title, suites = [], specs = [] }, above) {
  const path = [...above, title]
  const own = specs
    .filter((spec) => spec.tests.some(({ status }) => status === 'flaky'))
    .map((spec) => [...path, spec.title].join(' > '))
  return [...own, ...suites.flatMap((suite) => flakyOfSuite(suite, path))]
}
