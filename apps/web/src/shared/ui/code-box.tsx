import type { ComponentProps } from 'react'

/** An address or link to copy, in full. */
export function CodeBox(props: Omit<ComponentProps<'code'>, 'className' | 'lang'>) {
  return (
    <code
      className="flex-1 min-w-0 px-2.5 py-2 rounded-sm bg-surface-3 font-mono text-m wrap-anywhere"
      lang="zxx"
      {...props}
    />
  )
}
