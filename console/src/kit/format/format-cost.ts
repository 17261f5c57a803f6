/** US dollars with two decimals; a smaller amount with two significant digits: "$1.20", "$0.0011". */
export function formatCost(dollars: number): string {
  const isSmall = dollars > 0 && dollars < 0.1
  return dollars.toLocaleString('en-US', {
    style: 'currency',
    currency: 'USD',
    ...(isSmall ? { maximumSignificantDigits: 2 } : {}),
  })
}
