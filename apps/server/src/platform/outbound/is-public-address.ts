import { BlockList, isIP } from 'node:net'

/**
 * Addresses that are not hosts of the public internet: this machine, private and shared (CGNAT) networks, link-local
 * (with the metadata services of clouds), tests and documentation, multicast, reserved, and the ranges that embed an
 * IPv4 address in an IPv6 one (IANA special-purpose registries, 2025).
 */
const REFUSED = new BlockList()
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const) {
  REFUSED.addSubnet(net, bits, 'ipv4')
}
// Of IPv6 only 2000::/3 is allocated; it contains tunnels and documentation ranges.
const GIVEN_OUT = new BlockList()
GIVEN_OUT.addSubnet('2000::', 3, 'ipv6')
for (const [net, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  REFUSED.addSubnet(net, bits, 'ipv6')
// Azure serves its metadata there, though the registries call it public.
REFUSED.addAddress('168.63.129.16', 'ipv4')

/** Whether an address, as a resolver writes it, is public. False for anything that is not an address. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !REFUSED.check(address, 'ipv4')
  // A zone ("%eth0") belongs to link-local addresses only.
  if (family !== 6 || address.includes('%')) return false
  // BlockList takes ::ffff:1.2.3.4 for 1.2.3.4; mapped addresses are outside of 2000::/3 and refused as a whole.
  return GIVEN_OUT.check(address, 'ipv6') && !REFUSED.check(address, 'ipv6')
}
