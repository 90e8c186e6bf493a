import { describe, expect, test } from 'vitest'
import { faultsOfPlaywright, faultsOfVitest, flakyOfPlaywright } from '../test-faults.mjs'

describe('failures in test reports', () => {
  test('reads failed tests of a vitest report with the first lines of their messages, without colours', () => {
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

  test('reads failed specs of a playwright report with their path, and errors outside of any spec', () => {
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

  test('lists a test that passed on retry as flaky, not as failed', () => {
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

  test('returns nothing without a report', () => {
    expect([faultsOfVitest(null), faultsOfPlaywright(null)]).toEqual([[], []])
  })
})
