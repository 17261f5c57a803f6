/** A page with the structure of real help centers, the sections that must be extracted, and a question with words of its answer. */
export type HelpPage = {
  name: string
  html: string
  /** Sections as `heading path: paragraph`. */
  includes: string[]
  excludes: string[]
  question: string
  answer: string
}

const document = (body: string, head = '<title>Help</title>') =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8">${head}</head><body>${body}</body></html>`

const article = (body: string) => document(`<main><h1>Help</h1>${body}</main>`)

const returns = {
  question: 'How long do I have to return a tent?',
  answer: 'You can return a tent within 45 days of delivery.',
}
const warranty = {
  question: 'Does the warranty cover torn fabric?',
  answer: 'Torn fabric is covered for 10 years.',
}

export const accordionPages: HelpPage[] = [
  {
    name: 'an ARIA accordion',
    html: article(`
      <h2>Orders</h2>
      <h3><button type="button" aria-expanded="false" aria-controls="p1"><span>${returns.question}</span>
        <svg aria-hidden="true"><path d="M0 0"/></svg></button></h3>
      <div id="p1" role="region" hidden><p>${returns.answer}</p></div>
      <h3><button type="button" aria-expanded="false" aria-controls="p2">${warranty.question}<span aria-hidden="true">+</span></button></h3>
      <div id="p2" role="region" hidden><p>${warranty.answer}</p></div>`),
    includes: [
      `Help / Orders / ${returns.question}: ${returns.answer}`,
      `Help / Orders / ${warranty.question}: ${warranty.answer}`,
    ],
    excludes: ['+'],
    ...returns,
  },
  {
    name: 'a Bootstrap 5 accordion',
    html: article(`
      <div class="accordion" id="faq">
        <div class="accordion-item"><h2 class="accordion-header" id="h1">
          <button class="accordion-button collapsed" type="button" data-bs-toggle="collapse" data-bs-target="#c1">${returns.question}</button></h2>
          <div id="c1" class="accordion-collapse collapse" data-bs-parent="#faq"><div class="accordion-body">${returns.answer}</div></div></div>
        <div class="accordion-item"><h2 class="accordion-header">
          <button class="accordion-button collapsed" type="button" data-bs-toggle="collapse" data-bs-target="#c2">${warranty.question}</button></h2>
          <div id="c2" class="accordion-collapse collapse"><div class="accordion-body">${warranty.answer}</div></div></div>
      </div>`),
    includes: [
      `Help / ${returns.question}: ${returns.answer}`,
      `Help / ${warranty.question}: ${warranty.answer}`,
    ],
    excludes: [],
    ...warranty,
  },
  {
    name: 'a Bootstrap 4 accordion of cards without headings',
    html: article(`
      <div class="card"><div class="card-header"><a class="card-link" data-toggle="collapse" href="#one">${returns.question}</a></div>
        <div id="one" class="collapse"><div class="card-body">${returns.answer}</div></div></div>
      <div class="card"><div class="card-header"><a class="card-link" data-toggle="collapse" href="#two">${warranty.question}</a></div>
        <div id="two" class="collapse"><div class="card-body">${warranty.answer}</div></div></div>
      <p>Write to us about anything else.</p>`),
    includes: [
      `Help / ${returns.question}: ${returns.answer}`,
      `Help / ${warranty.question}: ${warranty.answer}`,
      'Help: Write to us about anything else.',
    ],
    excludes: [],
    ...returns,
  },
  {
    name: 'a USWDS accordion',
    html: article(`
      <div class="usa-accordion usa-accordion--bordered">
        <h4 class="usa-accordion__heading"><button type="button" class="usa-accordion__button" aria-expanded="false" aria-controls="a1">${returns.question}</button></h4>
        <div id="a1" class="usa-accordion__content usa-prose" hidden><p>${returns.answer}</p><ul><li>Keep the bag.</li></ul></div>
      </div>`),
    includes: [`Help / ${returns.question}: ${returns.answer}`, `Help / ${returns.question}: Keep the bag.`],
    excludes: [],
    ...returns,
  },
  {
    name: 'buttons without headings that open hidden panels',
    html: article(`
      <h2>Warranty</h2>
      <div class="faq-item"><button aria-expanded="false" aria-controls="w1"><span class="icon" aria-hidden="true">▼</span>${warranty.question}</button>
        <div id="w1" hidden aria-hidden="true"><h2>Tents</h2><p>${warranty.answer}</p></div></div>
      <button class="accordion">${returns.question}</button><div class="panel"><p>${returns.answer}</p></div>
      <p>All terms are on the invoice.</p><button type="button">Copy link</button>`),
    includes: [
      `Help / Warranty / ${warranty.question} / Tents: ${warranty.answer}`,
      `Help / Warranty / ${returns.question}: ${returns.answer}`,
      'Help / Warranty: All terms are on the invoice.',
    ],
    excludes: ['Copy link', '▼'],
    ...warranty,
  },
  {
    name: 'plain buttons before hidden panels',
    html: article(`
      <div><button>${returns.question}</button><div hidden><p>${returns.answer}</p></div>
        <button>${warranty.question}</button><p style="display: none">${warranty.answer}</p></div>
      <p>Is this page in your language?</p><button>Yes</button><button>No</button><div hidden>Noted, thank you.</div>`),
    includes: [
      `Help / ${returns.question}: ${returns.answer}`,
      `Help / ${warranty.question}: ${warranty.answer}`,
      'Help: Noted, thank you.',
    ],
    excludes: [],
    ...returns,
  },
  {
    name: 'questions and answers in elements with class names only',
    html: article(`
      <div class="faq-list"><div class="faq-item"><div class="faq-question" role="button" tabindex="0">${returns.question}</div>
        <div class="faq-answer" style="display:none">${returns.answer}</div></div></div>`),
    includes: [`Help / ${returns.question}: ${returns.answer}`],
    excludes: [],
    ...returns,
  },
  {
    name: 'details and summary',
    html: article(`
      <h2>Orders</h2>
      <details><summary><h3>${returns.question}</h3></summary><p>${returns.answer}</p></details>
      <details><summary>${warranty.question}</summary>${warranty.answer}</details>
      <p>We answer within a day.</p>`),
    includes: [
      `Help / Orders / ${returns.question}: ${returns.answer}`,
      `Help / Orders / ${warranty.question}: ${warranty.answer}`,
      'Help / Orders: We answer within a day.',
    ],
    excludes: [],
    ...returns,
  },
  {
    name: 'a definition list',
    html: article(`
      <dl><dt>${returns.question}</dt><dd>${returns.answer}</dd>
        <div><dt>Weight</dt><dd>2.4 kg</dd></div>
        <dt>${warranty.question}</dt><dd><p>${warranty.answer}</p><p>Poles too.</p></dd></dl>`),
    includes: [
      `Help / ${returns.question}: ${returns.answer}`,
      'Help: Weight: 2.4 kg',
      `Help / ${warranty.question}: Poles too.`,
    ],
    excludes: [],
    ...warranty,
  },
  {
    name: 'tabs',
    html: article(`
      <ul role="tablist"><li><a role="tab" href="#t1">Returns</a></li><li><a role="tab" href="#t2">Warranty</a></li><li><a role="tab" href="#t3">Care</a></li></ul>
      <div id="t1" role="tabpanel"><p>${returns.answer}</p></div><div id="t2" role="tabpanel" hidden><p>${warranty.answer}</p></div>
      <div id="t3" role="tabpanel" hidden><p>Dry the tent before you pack it.</p></div>`),
    includes: [`Help / Returns: ${returns.answer}`, `Help / Warranty: ${warranty.answer}`],
    excludes: [],
    ...returns,
  },
]

const cookieText =
  'We use cookies to give you the best experience. You can change your choice at any time in our cookie policy.'

export const noisyPages: HelpPage[] = [
  {
    name: 'a cookie dialog beside details',
    html: document(`
      <div id="wrap"><div><h1>Returns</h1><details><summary>${returns.question}</summary><p>${returns.answer}</p></details></div></div>
      <div role="dialog" aria-modal="true" aria-label="Cookies"><h2>Your privacy</h2><p>${cookieText.repeat(4)}</p><button>Accept all</button></div>`),
    includes: [`Returns / ${returns.question}: ${returns.answer}`],
    excludes: ['cookie', 'privacy', 'Accept'],
    ...returns,
  },
  {
    name: 'consent banners by name and by content',
    html: document(`
      <div id="onetrust-consent-sdk"><div class="ot-sdk-row"><p>${cookieText}</p><a href="/privacy">Policy</a></div></div>
      <div class="cookieNotice_root"><p>${cookieText}</p></div>
      <div class="bottom-box"><p>${cookieText}</p><button>Reject</button><button>Accept</button></div>
      <div class="page"><h2>Returns</h2><p>${returns.answer}</p></div>`),
    includes: [`Returns: ${returns.answer}`],
    excludes: ['cookie', 'Policy', 'Accept'],
    ...returns,
  },
  {
    name: 'breadcrumbs, feedback, share bar and related links',
    html: document(`
      <header class="site"><a href="/">Shop</a><a href="/help">Help center</a></header>
      <div class="breadcrumbs"><a href="/">Home</a> › <a href="/help">Help</a> › Returns</div>
      <article><header><h1>Returns</h1></header><p>${returns.answer}</p>
        <div class="social-share"><span>Share this:</span><a href="/f">Facebook</a><a href="/x">X</a></div>
        <div class="article-votes"><span>Was this article helpful?</span><button>Yes</button><button>No</button><span>3 out of 9 found this helpful</span></div>
        <section><h2>Related articles</h2><ul><li><a href="/a">Exchange an item</a></li><li><a href="/b">Refund times</a></li></ul></section>
        <aside class="note"><p>Gift cards cannot be returned.</p></aside></article>
      <aside><h2>Popular</h2><p>Track your parcel.</p></aside>
      <footer><p>Imprint of the shop</p></footer>`),
    includes: [`Returns: ${returns.answer}`, 'Returns: Gift cards cannot be returned.'],
    excludes: [
      'Home',
      'Facebook',
      'Share',
      'helpful',
      'Refund times',
      'Related',
      'Track',
      'Imprint',
      'Help center',
    ],
    ...returns,
  },
  {
    name: 'navigation on a short page without landmarks',
    html: document(`
      <div class="top"><ul><li><a href="/1">Tents</a></li><li><a href="/2">Stoves</a></li><li><a href="/3">Sleeping bags</a></li><li><a href="/4">Outlet and more</a></li></ul></div>
      <div class="content"><p>${returns.answer}</p><p>See <a href="/terms">the terms</a>.</p></div>
      <div><p>Did this answer your question?</p><a href="#y">Yes</a> <a href="#n">No</a></div>`),
    includes: [returns.answer, 'See the terms.'],
    excludes: ['Stoves', 'Outlet', 'Did this'],
    ...returns,
  },
  {
    name: 'names of page parts on its own topics',
    html: document(`
      <main class="has-sidebar"><h1>Privacy</h1>
        <section id="cookie-settings"><h2>Cookie settings</h2><p>The cart uses one cookie named basket for 30 days.</p></section>
        <section id="share"><h2>Share a favorites list</h2><p>${returns.answer}</p></section></main>`),
    includes: [
      'Privacy / Cookie settings: The cart uses one cookie named basket for 30 days.',
      `Privacy / Share a favorites list: ${returns.answer}`,
    ],
    excludes: [],
    question: 'For how many days does the cart use the basket cookie?',
    answer: 'The cart uses one cookie named basket for 30 days.',
  },
  {
    name: 'a feedback form, and a question that begins like one',
    html: document(`
      <div class="page"><h2>Pump</h2>
        <div class="entry">How do I solve error E104? Close the valve for 3 minutes. <a href="/valve">About the valve</a></div>
        <div class="entry"><p>Is the pump useful in salt water?</p><p>No.</p><button>Copy</button> <button>Print</button></div>
        <div><p>Did this solve your problem?</p><p><a href="#y">Yes</a> <a href="#n">No</a></p></div>
        <form><fieldset><legend>Was this page helpful?</legend><label><input type="radio"> Yes</label><label><input type="radio"> No</label></fieldset></form>
        <p>How useful was this answer?</p><button>Good</button><button>Bad</button></div>`),
    includes: [
      'Pump: How do I solve error E104? Close the valve for 3 minutes. About the valve',
      'Pump: Is the pump useful in salt water?',
      'Pump: No.',
    ],
    excludes: ['your problem', 'Yes', 'helpful', 'this answer'],
    question: 'How do I solve error E104?',
    answer: 'Close the valve for 3 minutes.',
  },
  {
    name: 'questions about cookies in an accordion and in sections',
    html: document(`
      <div class="page"><h1>Help</h1>
        <div class="item"><button class="accordion">How do I allow cookies?</button><div class="panel"><p>Open Settings, then Site data, and turn cookies on.</p></div></div>
        <div class="item"><h3><button aria-expanded="false" aria-controls="r">Why do you refuse cookies of partners?</button></h3><div id="r"><p>Cookies of partners are blocked since 2024.</p></div></div>
        <section class="cookie-settings"><h2>How long are cookies stored?</h2><p>The basket cookie is stored for 30 days.</p></section></div>
      <div class="consent-box"><p>${cookieText}</p><a href="#">Accept</a></div>`),
    includes: [
      'Help / How do I allow cookies?: Open Settings, then Site data, and turn cookies on.',
      'Help / Why do you refuse cookies of partners?: Cookies of partners are blocked since 2024.',
      'Help / How long are cookies stored?: The basket cookie is stored for 30 days.',
    ],
    excludes: ['best experience', 'Accept'],
    question: 'How long is the basket cookie stored?',
    answer: 'The basket cookie is stored for 30 days.',
  },
  {
    name: 'the name of a consent notice around the whole article',
    html: document(`
      <nav><a href="/1">Tents</a><a href="/2">Stoves</a><a href="/3">Sleeping bags and everything else</a></nav>
      <div class="privacy-notice"><h2>Your data</h2><p>We store your address for 90 days after delivery.</p><p>Then it is deleted.</p></div>
      <footer>Imprint of the shop</footer>`),
    includes: [
      'Your data: We store your address for 90 days after delivery.',
      'Your data: Then it is deleted.',
    ],
    excludes: ['Stoves', 'Imprint'],
    question: 'For how many days do you store my address?',
    answer: 'We store your address for 90 days after delivery.',
  },
  {
    name: 'a demonstration of a consent button as its topic',
    html: document(
      `<div class="wrap"><h2>How do I allow cookies?</h2><p>Open the settings and allow cookies for 12 months.</p><button>Allow cookies</button></div>
       <div class="wrap"><p>${cookieText}</p><button>Accept</button></div>
       <script src="/app.js"></script>`,
      '<title>How do I allow cookies? | Shop</title>',
    ),
    includes: ['How do I allow cookies?: Open the settings and allow cookies for 12 months.'],
    excludes: ['best experience'],
    question: 'For how many months do I allow cookies?',
    answer: 'Open the settings and allow cookies for 12 months.',
  },
  {
    name: 'nothing beside a part that asks for consent',
    html: document(
      `<div class="cookie-notice"><h2>Cookies of our shop</h2><p>You can allow cookies for 12 months.</p><button>Allow cookies</button></div>`,
    ),
    includes: ['Cookies of our shop: You can allow cookies for 12 months.'],
    excludes: [],
    question: 'For how many months can I allow cookies?',
    answer: 'You can allow cookies for 12 months.',
  },
  {
    name: 'a table of contents on the same page',
    html: article(`
      <ul><li><a href="#r">Returning things</a></li><li><a href="#w">Repairing things</a></li><li><a href="#c">Cleaning things</a></li></ul>
      <h2 id="r">Returns</h2><p>${returns.answer}</p>`),
    includes: [`Help / Returns: ${returns.answer}`],
    excludes: ['Returning things', 'Cleaning'],
    ...returns,
  },
]

export const structuredPages: HelpPage[] = [
  {
    name: 'a table with column and row headers',
    html: article(`
      <h2>Delivery</h2><table><caption>Prices per parcel</caption><thead><tr><th></th><th scope="col">Standard</th><th scope="col">Express</th></tr></thead>
      <tbody><tr><th scope="row">Germany</th><td>4.90 euros</td><td>12.90 euros</td></tr>
      <tr><th scope="row">Austria</th><td>6.90 euros</td><td>18.90 euros</td></tr></tbody></table>`),
    includes: [
      'Help / Delivery: Prices per parcel',
      'Help / Delivery: Germany – Standard: 4.90 euros, Express: 12.90 euros.',
      'Help / Delivery: Austria – Standard: 6.90 euros, Express: 18.90 euros.',
    ],
    excludes: [],
    question: 'What does express delivery to Austria cost?',
    answer: 'Express: 18.90 euros',
  },
  {
    name: 'a table with cells that span rows, and one that arranges the page',
    html: document(`
      <table><tr><td><h1>Tents</h1><table><tr><th>Tent</th><th>Season</th><th>Weight</th></tr>
      <tr><td rowspan="2">Fjord</td><td>Summer</td><td>1.8 kg</td></tr><tr><td>Winter</td><td>2.6 kg</td></tr></table></td></tr></table>`),
    includes: [
      'Tents: Fjord – Season: Summer, Weight: 1.8 kg.',
      'Tents: Fjord – Season: Winter, Weight: 2.6 kg.',
    ],
    excludes: [],
    question: 'How heavy is the Fjord tent for winter, what is its weight?',
    answer: 'Winter, Weight: 2.6 kg',
  },
  {
    name: 'tables of two columns whose names only look like names',
    html: article(`
      <h2>Delivery</h2><table><tr><td><b>Country</b></td><td><p><strong>Delivery time</strong></p></td></tr><tr><td><b>Austria</b></td><td>4 days</td></tr><tr><td>Malta</td><td>9 days</td></tr></table>
      <h2>Weight</h2><table><thead><tr><td>Tent</td><td>Weight</td></tr></thead><tbody><tr><td>Fjord</td><td>2.6 kg</td></tr></tbody></table>
      <h2>Seats</h2><table><tr bgcolor="#eee"><td>Boat</td><td>Seats</td></tr><tr><td>Marlin</td><td>4</td></tr></table>
      <h2>Length</h2><table><tr class="table-header"><td>Boat</td><td>Length</td></tr><tr><td>Marlin</td><td>5 m</td></tr></table>
      <h2>Stripes</h2><table><tr style="background: #eee"><td>Sail</td><td>Red</td></tr><tr><td>Rope</td><td>Blue</td></tr><tr style="background: #eee"><td>Mast</td><td>White</td></tr></table>
      <h2>Facts</h2><table><tr><td><b>Material</b></td><td>Nylon</td></tr><tr><td><b>Color</b></td><td>Green</td></tr></table>`),
    includes: [
      'Help / Delivery: Austria – Delivery time: 4 days.',
      'Help / Delivery: Malta – Delivery time: 9 days.',
      'Help / Weight: Fjord – Weight: 2.6 kg.',
      'Help / Seats: Marlin – Seats: 4.',
      'Help / Length: Marlin – Length: 5 m.',
      'Help / Stripes: Sail: Red',
      'Help / Stripes: Rope: Blue',
      'Help / Facts: Material: Nylon',
      'Help / Facts: Color: Green',
    ],
    excludes: [],
    question: 'What is the delivery time to Malta?',
    answer: '9 days',
  },
  {
    name: 'numbered steps, lists inside steps, and code',
    html: article(`
      <h2>Reset the tracker</h2><ol><li>Open the battery cover.</li><li>Hold the reset button for 12 seconds.<ul><li>The light turns blue.</li></ul></li><li value="5">Close the cover.</li></ol>
      <h2>Install the script</h2><pre><code>&lt;script&gt;\n  track('start')\n&lt;/script&gt;</code></pre>`),
    includes: [
      'Help / Reset the tracker: 1. Open the battery cover.',
      'Help / Reset the tracker: 2. Hold the reset button for 12 seconds.',
      'Help / Reset the tracker: The light turns blue.',
      'Help / Reset the tracker: 5. Close the cover.',
      "Help / Install the script: <script>\n  track('start')\n</script>",
    ],
    excludes: [],
    question: 'How long do I hold the reset button of the tracker?',
    answer: 'Hold the reset button for 12 seconds.',
  },
]

const jsonLd = (
  data: object,
  body = '<p>Welcome to our shop for tents, stoves and everything that you need outside, since 1998 in Kiel.</p>',
) => document(`<main>${body}</main><script type="application/ld+json">${JSON.stringify(data)}</script>`)

/** The rows of a React Server Components payload as Next.js embeds them: strings that scripts append to each other. */
export function nextFlight(rows: string[]): string {
  const payload = `${rows.join('\n')}\n`
  const parts = payload.match(/[\s\S]{1,200}/g) ?? []
  return parts.map((part) => `<script>self.__next_f.push(${JSON.stringify([1, part])})</script>`).join('')
}

const longAnswer = 'Dry the tent – also its floor – and fold it along the seams. '.repeat(20).trim()

export const dataPages: HelpPage[] = [
  {
    name: 'a FAQPage in JSON-LD whose answers are not on the page',
    html: jsonLd({
      '@context': 'https://schema.org',
      '@graph': [
        { '@type': 'WebSite', name: 'Shop' },
        {
          '@type': 'FAQPage',
          mainEntity: [
            {
              '@type': 'Question',
              name: returns.question,
              acceptedAnswer: { '@type': 'Answer', text: `<p>${returns.answer}</p>` },
            },
            {
              '@type': 'Question',
              name: warranty.question,
              acceptedAnswer: { '@type': 'Answer', text: warranty.answer },
            },
          ],
        },
      ],
    }),
    includes: [`${returns.question}: ${returns.answer}`, `${warranty.question}: ${warranty.answer}`],
    excludes: ['<p>'],
    ...returns,
  },
  {
    name: 'a QAPage in JSON-LD',
    html: jsonLd({
      '@type': 'QAPage',
      mainEntity: {
        '@type': 'Question',
        name: warranty.question,
        text: 'My tent has a hole.',
        acceptedAnswer: { '@type': 'Answer', text: warranty.answer },
        suggestedAnswer: [{ '@type': 'Answer', text: 'Use repair tape.' }],
      },
    }),
    includes: [`${warranty.question}: ${warranty.answer}`, `${warranty.question}: Use repair tape.`],
    excludes: [],
    ...warranty,
  },
  {
    name: 'an Article in JSON-LD that the page shows as well',
    html: jsonLd(
      { '@type': ['TechArticle'], headline: 'Returns', articleBody: returns.answer },
      `<h1>Returns</h1><p>You can return a <b>tent</b> within 45 days of delivery.</p>`,
    ),
    includes: [`Returns: ${returns.answer}`],
    excludes: [],
    ...returns,
  },
  {
    name: 'an Article in JSON-LD that the page does not show',
    html: jsonLd({ '@type': 'Article', headline: 'Returns', articleBody: returns.answer }),
    includes: [`Returns: ${returns.answer}`],
    excludes: [],
    ...returns,
  },
  {
    name: 'a FAQPage in JSON-LD with short answers that are part of other words and answers',
    html: jsonLd(
      {
        '@type': 'FAQPage',
        mainEntity: [
          ['Is the tent waterproof?', 'Yes.'],
          ['Is the stove waterproof?', 'No.'],
          ['Can I return a stove?', `${returns.answer} Stoves too.`],
          ['Can I wash the tent?', 'Yes.'],
        ].map(([name, text]) => ({ '@type': 'Question', name, acceptedAnswer: { '@type': 'Answer', text } })),
      },
      `<h1>Help</h1><p>${returns.answer} Protect your eyes, and note the number.</p><h2>Can I wash the tent?</h2><p>Yes.</p><h2>Is the stove waterproof?</h2>`,
    ),
    includes: [
      'Is the tent waterproof?: Yes.',
      'Is the stove waterproof?: No.',
      `Can I return a stove?: ${returns.answer} Stoves too.`,
      'Help / Can I wash the tent?: Yes.',
    ],
    excludes: ['\nCan I wash the tent?: Yes.'],
    ...returns,
  },
  {
    name: 'a HowTo in JSON-LD',
    html: jsonLd({
      '@type': 'HowTo',
      name: 'Clean a stove',
      step: [
        { '@type': 'HowToStep', name: 'Cool down', text: 'Let the stove cool for 20 minutes.' },
        {
          '@type': 'HowToSection',
          itemListElement: [{ '@type': 'HowToStep', text: 'Wipe the burner with vinegar.' }],
        },
      ],
    }),
    includes: [
      'Clean a stove: 1. Cool down: Let the stove cool for 20 minutes.',
      'Clean a stove: 2. Wipe the burner with vinegar.',
    ],
    excludes: [],
    question: 'How long must the stove cool down?',
    answer: 'Let the stove cool for 20 minutes.',
  },
  {
    name: 'a Product in JSON-LD',
    html: jsonLd({
      '@type': 'Product',
      name: 'Fjord tent',
      description: 'A tent for two people.',
      brand: { '@type': 'Brand', name: 'Nordzelt' },
      offers: {
        '@type': 'Offer',
        price: 349.5,
        priceCurrency: 'EUR',
        availability: 'https://schema.org/InStock',
      },
      additionalProperty: [{ '@type': 'PropertyValue', name: 'Weight', value: '2.6 kg' }],
    }),
    includes: [
      'Fjord tent: Price: 349.5 EUR',
      'Fjord tent: Availability: In Stock',
      'Fjord tent: Weight: 2.6 kg',
    ],
    excludes: [],
    question: 'What is the price of the Fjord tent?',
    answer: '349.5 EUR',
  },
  {
    name: 'page data of Next.js without text',
    html: document(
      `<div id="__next"></div><script id="__NEXT_DATA__" type="application/json">${JSON.stringify({
        props: {
          pageProps: {
            locale: 'en',
            article: {
              id: 'a1b2',
              title: 'Returns',
              body: `<h2>Deadline</h2><p>${returns.answer}</p>`,
              slug: 'returns',
            },
            faqs: [{ question: warranty.question, answer: warranty.answer }],
          },
        },
        buildId: 'x9 y8 z7 w6 v5',
      })}</script>`,
    ),
    includes: [`Returns / Deadline: ${returns.answer}`, `${warranty.question}: ${warranty.answer}`],
    excludes: ['x9', 'a1b2'],
    ...warranty,
  },
  {
    name: 'page data of the Next.js App Router without text',
    html: document(
      `<div>Loading</div><script>(self.__next_f=self.__next_f||[]).push([0])</script>${nextFlight([
        '1:"$Sreact.fragment"',
        '2:I[4567,["177","static/chunks/app/help/page.js"],"Faq"]',
        `5:T${Buffer.byteLength(longAnswer).toString(16)},${longAnswer}6:${JSON.stringify([
          ['$', 'title', null, { children: 'Help' }],
          [
            '$',
            'main',
            null,
            {
              children: [
                ['$', 'h2', null, { className: 'mt-4 text-xl', children: returns.question }],
                [
                  '$',
                  'p',
                  null,
                  {
                    children: [
                      'You can return a ',
                      ['$', 'b', null, { children: 'tent' }],
                      ' within 45 days of delivery.',
                    ],
                  },
                ],
                [
                  '$',
                  '$L2',
                  null,
                  {
                    faqs: [
                      { question: warranty.question, answer: warranty.answer },
                      { question: 'How do I pack the tent?', answer: '$5' },
                    ],
                  },
                ],
              ],
            },
          ],
          [
            '$',
            '$L7',
            null,
            {
              notFound: [
                ['$', 'h1', null, { children: '404' }],
                ['$', 'h2', null, { children: 'This page could not be found.' }],
              ],
            },
          ],
        ])}`,
        '8:E{"digest":"x"}',
      ])}`,
    ),
    includes: [
      `${returns.question}: ${returns.answer}`,
      `${warranty.question}: ${warranty.answer}`,
      `How do I pack the tent?: ${longAnswer}`,
    ],
    excludes: ['could not be found', 'static', 'mt-4'],
    ...warranty,
  },
  {
    name: 'page data that a script assigns',
    html: document(
      `<div id="root"></div><script>window.__INITIAL_STATE__ = ${JSON.stringify({ page: { heading: 'Returns', text: `${returns.answer} Please keep the bag.` } })};</script>`,
    ),
    includes: [`Returns: ${returns.answer} Please keep the bag.`],
    excludes: [],
    ...returns,
  },
]

export const scriptOnlyPage = document(
  '<noscript>You need to enable JavaScript to run this app.</noscript><div id="root"></div><script src="/app.js"></script>',
)

const links = Array.from(
  { length: 60 },
  (_, index) => `<li><a href="/${index}">Tents and stoves ${index}</a></li>`,
)

/** Pages of which little is read, with the percentage. */
export const littleReadPages: { name: string; html: string; percent: number }[] = [
  {
    name: 'the article is in parts that look like lists of comments',
    html: document(
      `<main><h1>Help</h1><p>Welcome to our help center.</p></main>
       ${`<div class="comments-area"><p>${`${returns.answer} ${warranty.answer} `.repeat(10)}</p></div>`.repeat(3)}`,
    ),
    percent: 1,
  },
  {
    name: 'a script adds the article to navigation and a footer',
    html: document(
      `<nav><ul>${links.join('')}</ul></nav><div id="content">Loading the article</div><footer>${'Imprint, terms, jobs. '.repeat(9)}</footer>
       <script src="/app.js"></script>`,
    ),
    percent: 1,
  },
]

/** Ordinary pages with a lot of boilerplate around their text. */
export const ordinaryPages: { name: string; html: string }[] = [
  {
    name: 'a short article with much navigation',
    html: document(
      `<nav><ul>${links.join('')}</ul></nav><main><h1>Returns</h1><p>${`${returns.answer} Keep the bag and the receipt. `.repeat(4)}</p></main>`,
    ),
  },
  {
    name: 'a short article with a long consent dialog',
    html: document(
      `<main><h1>Returns</h1><p>${`${returns.answer} Keep the bag and the receipt. `.repeat(4)}</p></main>
       <div class="cookie-banner"><p>${cookieText.repeat(30)}</p><button>Accept all</button></div>`,
    ),
  },
]
