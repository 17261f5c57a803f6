/**
 * What of the composer's tools is not shown but said where the conversation is narrow; sooner while the Writing
 * Assistant is on and has tools of its own.
 */
export const folded = {
  first: '@max-[40rem]:sr-only @max-[53rem]:group-data-on/tools:sr-only',
  second: '@max-[30rem]:sr-only @max-[40rem]:group-data-on/tools:sr-only',
  third: '@max-[29rem]:sr-only',
  never: undefined,
}

export type Fold = keyof typeof folded
