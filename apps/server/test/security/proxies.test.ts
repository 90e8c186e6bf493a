// The shipped proxy configurations do not log query strings: links of mails carry tokens. docs/operating/proxy.md
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

const shipped = (name: string): string => readFileSync(new URL(`../../../../deploy/${name}`, import.meta.url), 'utf8')

describe('nginx.conf', () => {
  const text = shipped('nginx.conf')
  const servers = text.split(/^server \{$/m).slice(1)
  const format = /log_format flowprint '([^']*)';/.exec(text)?.[1] ?? ''

  test('logs requests in a format without query string and referrer', () => {
    expect(format).toContain('$uri')
    expect(format).not.toMatch(/\$(request|request_uri|args|query_string|is_args|arg_\w+|http_referer)\b/)
    expect(servers).toHaveLength(2)
    for (const server of servers)
      expect(server.match(/access_log\s+[^;]*;/g)).toEqual([expect.stringMatching(/ flowprint;$/)])
  })

  test('keeps messages that repeat the request line out of the error log', () => {
    for (const server of servers)
      expect(server.match(/error_log\s+[^;]*;/g)).toEqual([expect.stringMatching(/ crit;$/)])
  })
})

describe('Caddyfile', () => {
  const text = shipped('Caddyfile')

  test('removes query strings and referrers from every log line', () => {
    expect(text).toMatch(/log default \{\s+format filter \{/)
    expect(text).toMatch(/request>uri regexp \\\?\.\* ""/)
    expect(text).toMatch(/request>headers>Referer delete/)
  })
})
