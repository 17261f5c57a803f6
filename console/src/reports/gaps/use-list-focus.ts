import { type FocusEvent, useEffect, useRef } from 'react'

/**
 * Moves the focus to the row that takes the place of a removed one, so that keyboard users stay in the list. Spread the result on the
 * element around the list, which gets the focus when the list is empty. Rows have the attribute `data-row`.
 */
export function useListFocus() {
  const area = useRef<HTMLElement>(null)
  const focusedRow = useRef<number | null>(null)
  const getRows = () => [...(area.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]

  // After each change of the list: the browser has moved the focus of a removed element to the body.
  useEffect(() => {
    if (focusedRow.current === null || document.activeElement !== document.body) return
    const rows = getRows()
    const next = rows[Math.min(focusedRow.current, rows.length - 1)]
    const target = next?.querySelector('button') ?? area.current
    target?.focus()
  })

  return {
    ref: area,
    tabIndex: -1,
    onFocus: ({ target }: FocusEvent) => {
      const row = getRows().findIndex((one) => one.contains(target))
      if (row >= 0) focusedRow.current = row
    },
    onBlur: ({ target, relatedTarget }: FocusEvent) => {
      const isWithin = relatedTarget instanceof Element && isOfList(relatedTarget, area.current)
      if (target.isConnected && !isWithin) focusedRow.current = null
    },
  }
}

/** Also in the menu or the dialog of a row, which are elsewhere in the document. */
function isOfList(element: Element, area: HTMLElement | null): boolean {
  return area?.contains(element) === true || element.closest('[role=menu], [role=dialog]') !== null
}
