/** A text in Markdown without its marks: what is searched and shown in the results. Pictures and code stay out. */
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
