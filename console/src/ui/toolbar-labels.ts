/**
 * Classes that hide the text of a toolbar button from sight, but not from screen readers, where the toolbar is narrow.
 * While `data-on` is set the toolbar has more buttons, and the texts are hidden earlier.
 */
export const collapsedLabel = {
  first: '@max-[40rem]:sr-only @max-[53rem]:group-data-on/tools:sr-only',
  second: '@max-[30rem]:sr-only @max-[40rem]:group-data-on/tools:sr-only',
  third: '@max-[29rem]:sr-only',
  never: undefined,
}

export type CollapseOrder = keyof typeof collapsedLabel
