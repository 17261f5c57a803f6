import DOMPurify from 'dompurify'
import linkifyString from 'linkify-string'

const allowed = {
  ALLOWED_TAGS: ['a', 'br', 'b', 'i', 'em', 'strong', 'code', 'pre', 'ul', 'ol', 'li', 'p'],
  ALLOWED_ATTR: ['href', 'target', 'rel'],
  ALLOWED_URI_REGEXP: /^(?:https?|mailto|tel):/i,
}

const mostMade = 1000
const made = new Map<string, string>()

/** Message text as safe HTML: escaped, linked, a little Markdown, sanitised. What was made lately is made once. */
export function messageHtml(text: string): string {
  const known = made.get(text)
  if (known !== undefined) return known
  const html = htmlOf(text)
  made.set(text, html)
  if (made.size > mostMade) made.delete(made.keys().next().value as string)
  return html
}

function htmlOf(text: string): string {
  const linked = linkifyString(text, {
    defaultProtocol: 'https',
    target: '_blank',
    rel: 'noopener noreferrer nofollow',
  })
  return DOMPurify.sanitize(betweenTags(linked, markdown).replaceAll('\n', '<br>'), allowed)
}

function betweenTags(html: string, change: (text: string) => string) {
  return html
    .split(/(<[^>]*>)/)
    .map((part, index) => (index % 2 === 0 ? change(part) : part))
    .join('')
}

function markdown(escaped: string) {
  return escaped
    .split(/(`[^`\n]+`)/)
    .map((part, index) =>
      index % 2 === 1
        ? `<code>${part.slice(1, -1)}</code>`
        : part
            .replace(/\*\*([^*\n]+)\*\*/g, '<strong>$1</strong>')
            .replace(/(^|[\s(])\*([^*\s][^*\n]*)\*(?=$|[\s).,!?])/g, '$1<em>$2</em>')
            .replace(/^[-*] +/gm, '• '),
    )
    .join('')
}
