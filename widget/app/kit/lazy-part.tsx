import { type ComponentType, useEffect, useState } from 'react'
import { getFileUrl } from './file-url.ts'
import { loadPartStyles } from './part-styles.ts'

const retryDelayMs = 3000

type LazyPart<Props> = ComponentType<Props> & {
  /** Loads the file before the part is shown. */
  preload(): Promise<ComponentType<Props>>
}

/** A component of another file, which is loaded with its styles when it is first shown. A failed load is repeated. */
export function lazyPart<Props extends object>(name: string): LazyPart<Props> {
  let loading: Promise<ComponentType<Props>> | undefined
  let attempt = 0

  function preload() {
    loading ??= load()
    return loading
  }

  async function load(): Promise<ComponentType<Props>> {
    for (; ; attempt++) {
      try {
        // Browsers may remember that an address has failed.
        const query = attempt ? `?${attempt}` : ''
        const [part] = await Promise.all([import(getFileUrl(`${name}.js${query}`)), loadPartStyles(query)])
        return part[name]
      } catch {
        await new Promise((resolve) => setTimeout(resolve, retryDelayMs))
      }
    }
  }

  function Part(props: Props) {
    const [Component, setComponent] = useState<ComponentType<Props> | null>(null)
    useEffect(() => {
      // A function as the new state would be called.
      preload().then((loaded) => setComponent(() => loaded))
    }, [])
    return Component && <Component {...props} />
  }
  return Object.assign(Part, { preload })
}
