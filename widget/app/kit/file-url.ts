/** The address of another file of the same build, whose folder the page names. */
export function getFileUrl(name: string): string {
  return `${location.origin}${document.body.dataset.files}${name}`
}
