/**
 * Messages and the elements that every renderer builds from them. Of a link only `href` is listed; its other attributes
 * are the same for all (`linkProps`).
 */
export const richTextSamples: { text: string; html: string }[] = [
  // Emphasis and code
  {
    text: 'a **b** *c* ***d*** `e`',
    html: '<p>a <strong>b</strong> <em>c</em> <strong><em>d</em></strong> <code>e</code></p>',
  },
  {
    text: '**bold with *italic* and `code`**',
    html: '<p><strong>bold with <em>italic</em> and <code>code</code></strong></p>',
  },
  { text: '*italic with **bold***', html: '<p><em>italic with <strong>bold</strong></em></p>' },
  { text: '**a *b** c*', html: '<p><strong>a *b</strong> c*</p>' },
  { text: '**a **b**', html: '<p>**a <strong>b</strong></p>' },
  { text: '2*3*4, a * b * c and 5 ** 2', html: '<p>2*3*4, a * b * c and 5 ** 2</p>' },
  { text: 'snake_case_name and _this_', html: '<p>snake_case_name and _this_</p>' },
  { text: '`**a** https://x.example`', html: '<p><code>**a** https://x.example</code></p>' },
  { text: '``a`b`` and `` ` ``', html: '<p><code>a`b</code> and <code>`</code></p>' },

  // Lines, lists and fences
  { text: 'One\nTwo\r\nThree\n\n\nFour', html: '<p>One<br>Two<br>Three</p><p>Four</p>' },
  {
    text: 'Pick:\n- **a**\n* b\n• c\n\n- d\nDone',
    html: '<p>Pick:</p><ul><li><strong>a</strong></li><li>b</li><li>c</li><li>d</li></ul><p>Done</p>',
  },
  {
    text: '3. c\n\n4. d\n  - e\n7) f',
    html: '<ol><li value="3">c</li><li value="4">d</li></ol><ul><li>e</li></ul><ol><li value="7">f</li></ol>',
  },
  { text: '1.5 kg\n-5 degrees\n2026. A year', html: '<p>1.5 kg<br>-5 degrees<br>2026. A year</p>' },
  {
    text: 'Run\n```js\nif (a) {\n  b()\n\n}\n```\nand wait',
    html: '<p>Run</p><pre dir="ltr"><code>if (a) {\n  b()\n\n}</code></pre><p>and wait</p>',
  },
  {
    text: '1. a\n  ```\n    b\n  c\n d\n  ```',
    html: '<ol><li value="1">a</li></ol><pre dir="ltr"><code>  b\nc\nd</code></pre>',
  },
  { text: '````\n```\n**a**\n````', html: '<pre dir="ltr"><code>```\n**a**</code></pre>' },
  { text: '```a```', html: '<p><code>a</code></p>' },
  { text: 'a\n```\n<b>', html: '<p>a</p><pre dir="ltr"><code>&lt;b&gt;</code></pre>' },
  { text: '```', html: '<p>```</p>' },

  // Links
  {
    text: 'see https://acme.example/a?b=c#d.',
    html: '<p>see <a href="https://acme.example/a?b=c#d">https://acme.example/a?b=c#d</a>.</p>',
  },
  {
    text: '(HTTP://ACME.example/x) https://acme.example/a_(b)',
    html: '<p>(<a href="http://acme.example/x">HTTP://ACME.example/x</a>) <a href="https://acme.example/a_(b)">https://acme.example/a_(b)</a></p>',
  },
  {
    text: '**https://acme.example**, *www.acme.example*!',
    html: '<p><strong><a href="https://acme.example/">https://acme.example</a></strong>, <em><a href="https://www.acme.example/">www.acme.example</a></em>!</p>',
  },
  {
    text: 'Write to a.b+c@acme.example.',
    html: '<p>Write to <a href="mailto:a.b+c@acme.example">a.b+c@acme.example</a>.</p>',
  },
  {
    text: 'mailto:a@acme.example or tel:+4930123',
    html: '<p><a href="mailto:a@acme.example">mailto:a@acme.example</a> or <a href="tel:+4930123">tel:+4930123</a></p>',
  },
  {
    text: '[**mail** us](mailto:a@acme.example), [call](tel:+233123), [or](www.acme.example/?q[]=1)',
    html: '<p><a href="mailto:a@acme.example"><strong>mail</strong> us</a>, <a href="tel:+233123">call</a>, <a href="https://www.acme.example/?q[]=1">or</a></p>',
  },
  {
    text: '- **[shop](https://acme.example/a_(b))**',
    html: '<ul><li><strong><a href="https://acme.example/a_(b)">shop</a></strong></li></ul>',
  },
  {
    text: '[**https://one.example**](https://two.example)',
    html: '<p><a href="https://two.example/"><strong>https://one.example</strong></a></p>',
  },
  {
    text: '[[a] [b](https://one.example) c](https://two.example)',
    html: '<p>[[a] <a href="https://one.example/">b</a> c](<a href="https://two.example/">https://two.example</a>)</p>',
  },
  {
    text: 'שלום https://acme.example',
    html: '<p>שלום <a href="https://acme.example/">https://acme.example</a></p>',
  },

  // Hostile text
  ...[
    '<script>alert(1)</script>',
    '<img src=x onerror="alert(1)">',
    '<svg/onload=alert(1)>&lt;b&gt;&amp;',
    'javascript:alert(1) data:text/html,x vbscript:x file:///etc/passwd ftp://www.acme.example',
    '[a](javascript:alert(1))',
    '[a](JaVaScRiPt:alert(1))',
    '[a](java\tscript:alert(1))',
    '[a](&#106;avascript:alert(1))',
    '[a](data:text/html,<script>alert(1)</script>)',
    '[a](vbscript:x)',
    '[a](//evil.example) [a](/relative) [a](#x) [](javascript:alert(1))',
    '[a](blob:x) [a](tel:alert) [a](mailto:x)',
    'https:// http:// https://[ http:///x www. www..x tel: mailto: a@b @b.example',
    'xhttps://not.example josé.m@acme.example',
  ].map((text) => ({ text, html: `<p>${escapeHtml(text)}</p>` })),
  { text: '[a](\u0001java\u0000script:alert(1))', html: '<p>[a](javascript:alert(1))</p>' },
  { text: 'a\u0007b\u001b[31m \u202egpj.exe\u202d', html: '<p>ab[31m gpj.exe</p>' },
  {
    text: 'https://a.example/\u202egpj.exe https://b.example/"onmouseover="alert(1)',
    html: '<p><a href="https://a.example/gpj.exe">https://a.example/gpj.exe</a> <a href="https://b.example/">https://b.example/</a>"onmouseover="alert(1)</p>',
  },
  {
    text: '<https://a.example/><img src=x onerror=alert(1)>',
    html: '<p>&lt;<a href="https://a.example/">https://a.example/</a>&gt;&lt;img src=x onerror=alert(1)&gt;</p>',
  },
  {
    text: '[a](https://a.example/"onclick="alert(1))',
    html: '<p><a href="https://a.example/%22onclick=%22alert(1)">a</a></p>',
  },
  ...['*', '[', '`', '(', '@', '<'].map((character) => {
    const text = character.repeat(4000)
    return { text, html: `<p>${escapeHtml(text)}</p>` }
  }),
]

/** As a browser serializes text. */
export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
