/** Where a website is built decides what is pasted, and where. */
export type Snippet = { key: string; name: string; where: string; code: string }

/** The first is the server's own code, untouched; the others carry its address and key. */
export function snippetsOf(embedCode: string): Snippet[] {
  const script = new DOMParser().parseFromString(embedCode, 'text/html').querySelector('script')
  const address = script?.src ?? ''
  const key = script?.dataset.key ?? ''
  const html = {
    key: 'html',
    name: 'HTML',
    where: 'Paste this into every page, just before the closing </body> tag.',
    code: embedCode,
  }
  if (!address || !key) return [html]
  return [
    html,
    {
      key: 'react',
      name: 'React',
      where: 'Save this as a component, and render it once, at the root of your app.',
      code: `import { useEffect } from 'react'

export function ChatWidget() {
  useEffect(() => {
    if (document.querySelector('script[data-key]')) return
    const script = document.createElement('script')
    script.src = ${literal(address)}
    script.dataset.key = ${literal(key)}
    script.async = true
    document.body.append(script)
  }, [])
  return null
}`,
    },
    {
      key: 'next',
      name: 'Next.js',
      where: 'Put this into app/layout.tsx, inside <body>, after {children}.',
      code: `import Script from 'next/script'

<Script src=${attribute(address)} data-key=${attribute(key)} strategy="afterInteractive" />`,
    },
    {
      key: 'wordpress',
      name: 'WordPress',
      where: 'Add this at the end of functions.php of your theme, or in a plugin for code snippets.',
      code: `add_action('wp_footer', function () {
  echo '${embedCode.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}';
});`,
    },
    {
      key: 'tag-manager',
      name: 'Tag Manager',
      where: 'Make a Custom HTML tag with this, and let it fire on All Pages.',
      code: `<script>
  (function () {
    var script = document.createElement('script');
    script.src = ${literal(address)};
    script.setAttribute('data-key', ${literal(key)});
    script.async = true;
    document.body.appendChild(script);
  })();
</script>`,
    },
    {
      key: 'shopify',
      name: 'Shopify',
      where:
        'Open Online Store, Themes, Edit code, and paste this into layout/theme.liquid, just before </body>.',
      code: embedCode,
    },
  ]
}

/** A mail that its reader can act on, as an address that opens the mail program. */
export function developerMail(projectName: string, embedCode: string): string {
  const subject = `Chat widget for ${projectName}`
  const body = [
    'Please add this code to every page of our website, just before the closing </body> tag:',
    '',
    embedCode,
    '',
  ].join('\r\n')
  return `mailto:?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`
}

/** Text of a script that may stand inside HTML. */
function literal(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('<', '\\x3c')}'`
}

function attribute(text: string): string {
  return `"${text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')}"`
}
