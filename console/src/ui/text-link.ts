/** The classes of a link within a sentence. */
export const textLink = 'font-medium text-accent-text underline underline-offset-2'
