import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The prerendered page of those folders. */
export const HOME = '<!doctype html><title>home</title>'

/** A folder like the build of the pages, with a file next to it that must not be served. */
export function builtPages(): { readonly webRoot: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'flowprint-security-'))
  const webRoot = join(folder, 'dist')
  mkdirSync(join(webRoot, 'assets'), { recursive: true })
  writeFileSync(join(folder, 'secret.txt'), 'must not be served this')
  writeFileSync(join(webRoot, '.env'), 'must not be served this')
  writeFileSync(join(webRoot, 'index.html'), '<!doctype html><title>page</title>')
  for (const name of ['home.html', 'home.en.html']) writeFileSync(join(webRoot, name), HOME)
  writeFileSync(join(webRoot, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  writeFileSync(join(webRoot, 'first-paint.js'), 'void 0')
  writeFileSync(join(webRoot, 'assets', 'index-abc123.js'), 'export {}')
  return { webRoot, remove: () => rmSync(folder, { recursive: true }) }
}

/** The server's answer to raw bytes. */
export function speakRaw(url: string, bytes: string): Promise<string> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port) }, () => socket.write(bytes))
    let received = ''
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1')
    })
    socket.on('error', reject)
    socket.on('close', () => resolve(received))
    socket.setTimeout(1500, () => socket.destroy())
  })
}

/** A complete production configuration. */
export const PRODUCTION = {
  NODE_ENV: 'production',
  APP_URL: 'https://flow.example',
  APP_KEY: 'a key of production and long enough indeed',
  SMTP_URL: 'smtps://mail.flow.example',
  MAIL_FROM: 'no-reply@flow.example',
  DEMO: '0',
  MARKETS: '',
} as const
