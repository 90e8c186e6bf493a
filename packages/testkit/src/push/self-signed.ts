import { generateKeyPairSync, sign } from 'node:crypto'

/** A private key and its self-signed certificate, PEM. */
interface Certificate {
  readonly key: string
  readonly cert: string
}

const SEQUENCE = 0x30
const ECDSA_SHA256 = [0x06, 0x08, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02]

/**
 * Creates a certificate for these names and IPv4 addresses, with the first as its subject; generated each time, so that
 * no key is in the repository.
 */
export function selfSigned(names: readonly string[], addresses: readonly string[] = []): Certificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const algorithm = der(SEQUENCE, Buffer.from(ECDSA_SHA256))
  const name = der(
    SEQUENCE,
    der(
      0x31,
      der(SEQUENCE, Buffer.from([0x06, 0x03, 0x55, 0x04, 0x03]), der(0x0c, Buffer.from(names[0] ?? addresses[0]))),
    ),
  )
  const validity = der(SEQUENCE, der(0x17, Buffer.from('240101000000Z')), der(0x17, Buffer.from('491231235959Z')))
  const others = der(
    SEQUENCE,
    ...names.map((dns) => der(0x82, Buffer.from(dns))),
    ...addresses.map((ip) => der(0x87, Buffer.from(ip.split('.').map(Number)))),
  )
  const alternative = der(SEQUENCE, Buffer.from([0x06, 0x03, 0x55, 0x1d, 0x11]), der(0x04, others))
  const authority = der(
    SEQUENCE,
    Buffer.from([0x06, 0x03, 0x55, 0x1d, 0x13]),
    der(0x01, Buffer.from([0xff])),
    der(0x04, der(SEQUENCE, der(0x01, Buffer.from([0xff])))),
  )
  const toSign = der(
    SEQUENCE,
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    algorithm,
    name,
    validity,
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, der(SEQUENCE, alternative, authority)),
  )
  const signature = der(0x03, Buffer.from([0]), sign('sha256', toSign, privateKey))
  const body = der(SEQUENCE, toSign, algorithm, signature)
    .toString('base64')
    .replace(/.{64}(?=.)/g, '$&\n')
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
    cert: `-----BEGIN CERTIFICATE-----\n${body}\n-----END CERTIFICATE-----\n`,
  }
}

function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  const head =
    length < 0x80 ? [tag, length] : length < 0x100 ? [tag, 0x81, length] : [tag, 0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from(head), content])
}
