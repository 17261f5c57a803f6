import { type ReactNode, startTransition, useEffect, useRef, useState } from 'react'

type Props = { children: ReactNode; isInitiallyVisible: boolean; className: string }

const margin = '1000px 0px'

/** An item of a long list, rendered when it scrolls near the viewport and kept from then on. */
export function LazyListItem({ children, isInitiallyVisible, className }: Props) {
  const item = useRef<HTMLLIElement>(null)
  const [isNear, setNear] = useState(isInitiallyVisible)
  useEffect(() => {
    if (isNear || !item.current) return
    const observer = new IntersectionObserver(
      (entries) => {
        // A transition, so that rendering does not interrupt the scrolling.
        if (entries.some(({ isIntersecting }) => isIntersecting)) startTransition(() => setNear(true))
      },
      { root: item.current.closest('main'), rootMargin: margin },
    )
    observer.observe(item.current)
    return () => observer.disconnect()
  }, [isNear])
  return (
    <li ref={item} className={className}>
      {isNear && children}
    </li>
  )
}
