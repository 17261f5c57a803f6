/** The embed code for one platform, with instructions. */
export type Snippet = { key: string; name: string; instructions: string; code: string }

/** The first snippet is the server's unchanged embed code; the others use its URL and key. */
export function createSnippets(embedCode: string): Snippet[] {
  const attributes = /^<script src="([^"]+)" data-key="([^"]+)" async>/.exec(embedCode)
  const [address, key] = (attributes ?? []).slice(1).map(unescapeAttribute)
  const html = {
    key: 'html',
    name: 'HTML',
    instructions: 'Paste this code into every page, just before the closing </body> tag.',
    code: embedCode,
  }
  if (!address || !key) return [html]
  return [
    html,
    {
      key: 'react',
      name: 'React',
      instructions: 'Save this as a component and render it once at the root of your app.',
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
      instructions: 'Add this to app/layout.tsx, inside <body>, after {children}.',
      code: `import Script from 'next/script'

<Script src=${escapeAttribute(address)} data-key=${escapeAttribute(key)} strategy="afterInteractive" />`,
    },
    {
      key: 'wordpress',
      name: 'WordPress',
      instructions: "Add this to the end of your theme's functions.php, or to a code snippets plugin.",
      code: `add_action('wp_footer', function () {
  echo '${embedCode.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}';
});`,
    },
    {
      key: 'tag-manager',
      name: 'Tag Manager',
      instructions: 'Create a Custom HTML tag and trigger it on All Pages.',
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
        'Go to Online Store > Themes > Edit code and paste this into layout/theme.liquid, just before </body>.',
      code: embedCode,
    },
  ]
}

/** A mailto URL for an email with the embed code and instructions. */
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

/** A script string literal that is safe inside HTML. */
function escapeScriptString(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('<', '\\x3c')}'`
}

function unescapeAttribute(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&quot;', '"').replaceAll('&amp;', '&')
}

function escapeAttribute(text: string): string {
  return `"${text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')}"`
}
