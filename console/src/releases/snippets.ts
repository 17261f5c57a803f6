/** Where a website is built decides what is pasted, and where. */
export type Snippet = { key: string; name: string; instructions: string; code: string }

/** The first is the server's own code, untouched; the others carry its address and key. */
export function createSnippets(embedCode: string): Snippet[] {
  const attributes = /^<script src="([^"]+)" data-key="([^"]+)" async>/.exec(embedCode)
  const [address, key] = (attributes ?? []).slice(1).map(unescapeAttribute)
  const html = {
    key: 'html',
    name: 'HTML',
    instructions: 'Paste this into every page, just before the closing </body> tag.',
    code: embedCode,
  }
  if (!address || !key) return [html]
  return [
    html,
    {
      key: 'react',
      name: 'React',
      instructions: 'Save this as a component, and render it once, at the root of your app.',
      code: `import { useEffect } from 'react'

export function ChatWidget() {
  useEffect(() => {
    if (document.querySelector('script[data-key]')) return
    const script = document.createElement('script')
    script.src = ${escapeScriptString(address)}
    script.dataset.key = ${escapeScriptString(key)}
    script.async = true
    document.body.append(script)
  }, [])
  return null
}`,
    },
    {
      key: 'next',
      name: 'Next.js',
      instructions: 'Put this into app/layout.tsx, inside <body>, after {children}.',
      code: `import Script from 'next/script'

<Script src=${escapeAttribute(address)} data-key=${escapeAttribute(key)} strategy="afterInteractive" />`,
    },
    {
      key: 'wordpress',
      name: 'WordPress',
      instructions: 'Add this at the end of functions.php of your theme, or in a plugin for code snippets.',
      code: `add_action('wp_footer', function () {
  echo '${embedCode.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}';
});`,
    },
    {
      key: 'tag-manager',
      name: 'Tag Manager',
      instructions: 'Make a Custom HTML tag with this, and let it fire on All Pages.',
      code: `<script>
  (function () {
    var script = document.createElement('script');
    script.src = ${escapeScriptString(address)};
    script.setAttribute('data-key', ${escapeScriptString(key)});
    script.async = true;
    document.body.appendChild(script);
  })();
</script>`,
    },
    {
      key: 'shopify',
      name: 'Shopify',
      instructions:
        'Open Online Store, Themes, Edit code, and paste this into layout/theme.liquid, just before </body>.',
      code: embedCode,
    },
  ]
}

/** A mail that its reader can act on, as an address that opens the mail program. */
export function createDeveloperMailUrl(projectName: string, embedCode: string): string {
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
function escapeScriptString(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('<', '\\x3c')}'`
}

function unescapeAttribute(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&quot;', '"').replaceAll('&amp;', '&')
}

function escapeAttribute(text: string): string {
  return `"${text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')}"`
}
