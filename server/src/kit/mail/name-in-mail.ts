import { toLine } from '@aichat/contracts/kit/common'

/** Signs between two characters of an address: dots that browsers accept, `:`, `@` and backslashes. */
const addressSigns = /([.:@\\\u2024\u3002\uff0e\uff1a\uff20\uff61])(?=\S)/gu

/**
 * A name for the text of a mail. Mail clients turn bare domains, email addresses and schemes into links, so a space follows
 * each sign of an address: "Booking.com" becomes "Booking. com".
 */
export function nameInMail(name: string): string {
  return toLine(name).replace(addressSigns, '$1 ')
}
