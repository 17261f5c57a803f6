import { type RefObject, useLayoutEffect } from 'react'

/** Fits the height of a textarea to its text where the browser does not support `field-sizing: content`. */
export function useAutoGrow(area: RefObject<HTMLTextAreaElement | null>, text: string) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height depends on the text
  useLayoutEffect(() => {
    const style = area.current?.style
    if (!style || CSS.supports('field-sizing', 'content')) return
    style.height = 'auto'
    style.height = `${area.current?.scrollHeight}px`
  }, [area, text])
}
