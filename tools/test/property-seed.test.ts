import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'
import { propertySeed } from '../property-seed.mjs'

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'flowprint-seed-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

function repository() {
  const folder = temporaryFolder()
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', '-c', 'commit.gpgsign=false', ...args], {
      cwd: folder,
      stdio: 'pipe',
    })
  git('init', '-q')
  const commit = (content: string, message: string) => {
    writeFileSync(join(folder, 'file'), content)
    git('add', 'file')
    git('commit', '-qm', message)
  }
  return { folder, commit }
}

const drawn = (): number[] => {
  const values: number[] = []
  fc.assert(
    fc.property(fc.integer(), (value) => void values.push(value)),
    { numRuns: 20 },
  )
  return values
}

describe('the seed of property tests', () => {
  test('is that of the committed tree, whatever the commit says', () => {
    const { folder, commit } = repository()
    commit('one', 'first')
    const first = propertySeed(undefined, folder)
    commit('two', 'second')
    const second = propertySeed('', folder)
    commit('one', 'back to the first')
    expect(propertySeed(undefined, folder)).toBe(first)
    expect(first).toSatisfy(Number.isInteger)
    expect(second).not.toBe(first)
  })

  test('is random outside of a repository and when asked for', () => {
    expect(propertySeed(undefined, temporaryFolder())).toBeNull()
    expect(propertySeed('random', import.meta.dirname)).toBeNull()
  })

  test.each(['0', '-2147483648', '2147483647'])('can be %s', (wanted) => {
    expect(propertySeed(wanted, import.meta.dirname)).toBe(Number(wanted))
  })

  test.each(['2147483648', '1.5', 'abc', '1e3', ' '])('cannot be "%s"', (wanted) => {
    expect(() => propertySeed(wanted, import.meta.dirname)).toThrow('PROPERTY_SEED must be an integer of 32 bits')
  })

  test('decides what properties draw', () => {
    const seed = process.env.PROPERTY_SEED
    expect(fc.readConfigureGlobal().seed).toBe(seed === 'random' ? undefined : Number(seed))
    // Two random sequences of 20 integers are equal only by a fault.
    expect(JSON.stringify(drawn()) === JSON.stringify(drawn())).toBe(seed !== 'random')
  })
})
