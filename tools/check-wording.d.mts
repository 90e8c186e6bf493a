export function findWordingFaults(path: string, text: string): string[]
