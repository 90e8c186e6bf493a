import { Suspense, useState, type ComponentType, type FunctionComponent, type ReactNode } from 'react'
import { lazyPart } from '../../../shared/ui/lazy-part.ts'

/** Components of one module that loads after the first view. */
export interface Deferred<Module> {
  /** Loads the module, once. */
  load(): Promise<Module>
  /** A component of the module: rendered immediately once the module is loaded, otherwise when it arrives. */
  component<Props extends object>(
    pick: (module: Module) => ComponentType<Props>,
    placeholder?: ReactNode,
  ): FunctionComponent<Props>
}

export function deferred<Module>(fetchModule: () => Promise<Module>): Deferred<Module> {
  let loaded: Module | null = null
  const load = async (): Promise<Module> => {
    loaded = await fetchModule()
    return loaded
  }
  function component<Props extends object>(
    pick: (module: Module) => ComponentType<Props>,
    placeholder: ReactNode = null,
  ): FunctionComponent<Props> {
    const Lazy = lazyPart(async () => ({
      default: pick(await load()) as ComponentType<object>,
    })) as unknown as ComponentType<Props>
    return function Part(props: Props) {
      // Decided once: switching components would remount.
      const [Loaded] = useState(() => loaded && pick(loaded))
      return Loaded ? (
        <Loaded {...props} />
      ) : (
        <Suspense fallback={placeholder}>
          <Lazy {...props} />
        </Suspense>
      )
    }
  }
  return { load, component }
}
