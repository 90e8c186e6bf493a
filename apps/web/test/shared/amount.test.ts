import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { Amount } from '../../src/shared/ui/amount.tsx'

describe('an amount in a column', () => {
  it.each([
    ['199.00', 4],
    ['-19.90', 4],
    ['19.9001', 2],
    ['1,234.000001', 0],
  ])('%s leaves room for %i decimals more, and is one text', (text, missing) => {
    const html = renderToStaticMarkup(createElement(Amount, { text }))
    expect(html).toContain(`--missing:${missing}`)
    expect(html).toContain(`>${text}</span>`)
  })
})
