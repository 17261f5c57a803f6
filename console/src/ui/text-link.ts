/** The classes of a link within a sentence. */
export const textLink = 'font-strong text-accent-text underline underline-offset-2'
