import { Component, type ReactNode } from 'react'

interface IsolatedProps {
  readonly children: ReactNode
  /** Fallback after a failure of the children; `retry` renders them again. */
  readonly fallback?: (retry: () => void) => ReactNode
}

/** Error boundary: the rest of the page keeps working. */
export class Isolated extends Component<IsolatedProps, { readonly failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    if (!this.state.failed) return this.props.children
    return this.props.fallback?.(() => this.setState({ failed: false })) ?? null
  }
}
