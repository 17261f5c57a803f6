import { type FocusEvent, useEffect } from 'react'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'

/** Focuses the first field, except on touch devices, where that would open the on-screen keyboard. */
export function useFirstFocus<Values extends FieldValues>(
  { setFocus }: UseFormReturn<Values>,
  name: Path<Values>,
) {
  useEffect(() => {
    if (window.matchMedia('(pointer: fine)').matches) setFocus(name)
  }, [setFocus, name])
}

/** Skips validation when the focus moves to a link: an error message would shift the link away from the pointer. */
export function forgiveLeaving(event: FocusEvent) {
  if (event.relatedTarget instanceof HTMLAnchorElement) event.stopPropagation()
}
