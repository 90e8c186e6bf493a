import { Component, type ReactNode } from 'react'

interface IsolatedProps {
  readonly children: ReactNode
  /** Shown instead of the children once they failed; `retry` renders them again. */
  readonly fallback?: (retry: () => void) => ReactNode
}

/** Confines a failure to its children: the rest of the page keeps working. */
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
