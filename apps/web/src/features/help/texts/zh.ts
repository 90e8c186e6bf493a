export const sources: Readonly<Record<string, string>> = import.meta.glob('./zh/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
})
