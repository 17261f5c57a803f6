/** Shows the unread count before the page's title. The page may change its title, so only our own prefix is removed. */
export function createTitleBadge(): (count: string) => void {
  let badge = ''
  return (count) => {
    const { title } = document
    const ownTitle = badge && title.startsWith(badge) ? title.slice(badge.length) : title
    badge = count && `(${count}) `
    if (title !== badge + ownTitle) document.title = badge + ownTitle
  }
}
