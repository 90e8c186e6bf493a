export const sources: Readonly<Record<string, string>> = import.meta.glob('./en/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
})
