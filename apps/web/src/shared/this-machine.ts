/** Whether the page is served from this machine: development tools are only available there. */
export function isThisMachine(hostname: string = location.hostname): boolean {
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '[::1]' ||
    /^127(\.\d{1,3}){3}$/.test(hostname)
  )
}
