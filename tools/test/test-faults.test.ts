import { describe, expect, test } from 'vitest'
import { faultsOfPlaywright, faultsOfVitest, flakyOfPlaywright } from '../test-faults.mjs'

describe('what failed is said again at the end', () => {
  test('of a vitest report: failed tests with the first lines of their messages, without colours', () => {
    const report = {
      testResults: [
        {
          name: 'a.test.ts',
          message: '',
          assertionResults: [
            { status: 'passed', fullName: 'adds', failureMessages: [] },
            {
              status: 'failed',
              fullName: 'subtracts',
              failureMessages: [`\u001b[31mexpected 1\u001b[39m\n${'line\n'.repeat(40)}`],
            },
          ],
        },
        { name: 'b.test.ts', message: 'Cannot find module', assertionResults: [] },
      ],
    }
    const faults = faultsOfVitest(report)
    expect(faults.map(({ title }) => title)).toEqual(['a.test.ts: subtracts', 'b.test.ts'])
    expect(faults[0].message.split('\n')).toHaveLength(14)
    expect(faults[0].message.startsWith('  expected 1\n')).toBe(true)
    expect(faults[1].message).toBe('  Cannot find module')
  })

  test('of a playwright report: specs that are not ok, with their path, and faults outside of any', () => {
    const spec = (title: string, ok: boolean) => ({
      title,
      ok,
      tests: [{ results: [{ errors: ok ? [] : [{ message: 'Timed out' }] }] }],
    })
    const report = {
      errors: [{ message: 'no server' }],
      suites: [
        {
          title: 'x.spec.ts',
          specs: [spec('opens', true)],
          suites: [{ title: 'a newcomer', specs: [spec('is led', false)] }],
        },
      ],
    }
    expect(faultsOfPlaywright(report)).toEqual([
      { title: 'outside of any journey', message: '  no server' },
      { title: 'x.spec.ts > a newcomer > is led', message: '  Timed out' },
    ])
  })

  test('a journey that passed only the second time is named, and is no fault', () => {
    const report = {
      suites: [
        {
          title: 'x.spec.ts',
          specs: [
            {
              title: 'opens',
              ok: true,
              tests: [{ status: 'flaky', results: [{ errors: [{ message: 'no' }] }, { errors: [] }] }],
            },
          ],
        },
      ],
    }
    expect(flakyOfPlaywright(report)).toEqual(['x.spec.ts > opens'])
    expect(faultsOfPlaywright(report)).toEqual([])
  })

  test('without a report there is nothing to say', () => {
    expect([faultsOfVitest(null), faultsOfPlaywright(null)]).toEqual([[], []])
  })
})
