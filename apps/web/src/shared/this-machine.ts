/** Whether the page comes from this machine: the tools of development are answered nowhere else. */
export function isThisMachine(hostname: string = location.hostname): boolean {
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '[::1]' ||
    /^127(\.\d{1,3}){3}$/.test(hostname)
  )
}
