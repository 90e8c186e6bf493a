import { Component, type ReactNode } from 'react'
import { CrashNotice } from './crash-notice.tsx'

/** Last error boundary, for failures outside the routes. */
export class ErrorBoundary extends Component<{ readonly children: ReactNode }, { readonly error: unknown }> {
  override state = { error: null as unknown }

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  override render() {
    return this.state.error === null ? this.props.children : <CrashNotice error={this.state.error} />
  }
}
