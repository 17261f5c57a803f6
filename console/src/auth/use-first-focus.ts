import { type FocusEvent, useEffect } from 'react'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'

/** The first field has the focus where that does not bring up a keyboard on the screen. */
export function useFirstFocus<Values extends FieldValues>(
  { setFocus }: UseFormReturn<Values>,
  name: Path<Values>,
) {
  useEffect(() => {
    if (window.matchMedia('(pointer: fine)').matches) setFocus(name)
  }, [setFocus, name])
}

/** Whoever leaves a field for a link leaves the form: an error now would move the link away from under the pointer. */
export function forgiveLeaving(event: FocusEvent) {
  if (event.relatedTarget instanceof HTMLAnchorElement) event.stopPropagation()
}
