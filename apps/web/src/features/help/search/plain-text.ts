/** Markdown as plain text, for search and results. Images and code are removed. */
export function plainText(markdown: string): string {
  return markdown
    .replace(/^```[\s\S]*?^```$/gm, ' ')
    .replace(/^\|[\s:|-]+\|$/gm, ' ')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/^#{1,6}\s+/gm, '')
    .replace(/^\s*(?:[-*]|\d+\.)\s+/gm, '')
    .replace(/\*\*|`/g, '')
    .replace(/[>|]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}
