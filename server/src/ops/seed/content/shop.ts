import type { DemoProject } from './types.ts'

export const shop: DemoProject = {
  name: 'Larkmoor Shop',
  description: 'Tents, boots and jackets for people who like to be outside',
  websiteUrl: 'https://shop.example.com',
  widget: {
    template: { key: 'minimal' },
    brand: { chatName: 'Larkmoor Outdoor', primaryColor: '#1f6b52' },
    icon: { color: '#1f6b52' },
    greetings: {
      headline: 'Ask us anything about your gear',
      firstVisit: 'Hi! Ask about sizes, delivery or returns. We usually reply within minutes.',
      returning: 'Welcome back! What can we do for you?',
      suggestions: ['How long does delivery take?', 'How do I return an item?', 'Which size do I need?'],
      translations: {
        de: { firstVisit: 'Hallo! Frag uns zu Größen, Lieferung oder Rückgabe.' },
        fr: { firstVisit: 'Bonjour ! Une question sur les tailles, la livraison ou les retours ?' },
        es: { firstVisit: '¡Hola! Pregúntanos por tallas, envíos o devoluciones.' },
        ar: { firstVisit: 'مرحبًا! اسألنا عن المقاسات أو التوصيل أو الإرجاع.' },
      },
    },
    agent: { autoReply: true, autoReplyRateLimit: 5 },
    // As Customize sets it on its first load, which would otherwise be an unpublished change.
    realtime: { preChat: { mode: 'on_start' } },
  },
  profile: {
    agentName: 'Lark',
    companyName: 'Larkmoor Outdoor',
    tone: 'Friendly',
    roleDescription: 'Helps customers of an outdoor shop with products, orders and returns.',
    description: 'Larkmoor Outdoor sells tents, boots, jackets and backpacks online and in two stores.',
  },
  faqs: [
    {
      question: 'How long does delivery take?',
      answer: 'Delivery takes two to four working days. Express parcels arrive on the next working day.',
    },
    {
      question: 'What does shipping cost?',
      answer: 'Standard shipping costs €4.90, and is free for orders over €60. Express costs €9.90.',
    },
    {
      question: 'Which payment methods do you accept?',
      answer: 'We accept debit and credit cards, bank transfer, gift cards and purchase on invoice.',
    },
    {
      question: 'Can I change my delivery address?',
      answer:
        'Yes, until the parcel has left our warehouse. After that, use the link in the shipping email to redirect it.',
    },
    {
      question: 'Do you sell gift cards?',
      answer: 'Yes, from €20 to €250, by email or printed. Gift cards are valid for three years.',
    },
    {
      question: 'Wie lange dauert die Lieferung?',
      answer:
        'Die Lieferung dauert zwei bis vier Werktage. Mit Express kommt das Paket am nächsten Werktag an.',
    },
    {
      question: 'Quels sont les frais de livraison ?',
      answer: 'La livraison standard coûte 4,90 € et est gratuite à partir de 60 € d’achat.',
    },
    {
      question: '¿Cuánto cuesta el envío?',
      answer: 'El envío estándar cuesta 4,90 € y es gratis a partir de 60 €.',
    },
  ],
  knowledge: [
    {
      title: 'Returns and refunds',
      content: `# Returns
You may return any unused item within 30 days of delivery. Returns are free of charge: print the label from your account and drop the parcel at any parcel shop.

# Exchanges
To exchange an item for another size, choose "Exchange" in your account. We send the new size as soon as your return has been scanned.

# Refunds
A refund is paid within 5 working days after the parcel has arrived at our warehouse, to the payment method of the order.`,
    },
    {
      title: 'Boots and shoes: size guide',
      content: `# Hiking boots
Our hiking boots run half a size small. Choose half a size more than in your everyday shoes, so that your toes have room downhill.

# Children's shoes
Children's shoes need 12 mm of room in front of the toes.

# Measuring your feet
Measure your feet in the evening, standing, with the socks that you hike in.`,
    },
    {
      title: 'Jackets: size guide and care',
      content: `# Jacket sizes
The Stormline jacket has a regular fit. Between two sizes, choose the larger one if you want to wear a fleece under the jacket.

# Washing a rain jacket
Wash the jacket at 30 °C with a liquid detergent, without fabric softener. Tumble dry it at low heat for 20 minutes to reactivate the water repellent finish.`,
    },
    {
      title: 'Tents: Ridge 2 and Ridge 4',
      content: `# Ridge 2
The Ridge 2 weighs 2.1 kg and sleeps two people. Its packed size is 42 × 15 cm.

# Ridge 4
The Ridge 4 weighs 3.8 kg and sleeps four people. Its packed size is 55 × 20 cm.

# Waterproofing
Both tents have a fly sheet with a water column of 3000 mm, and taped seams.

# Tent care
Dry a tent completely before you store it. Do not machine wash it.`,
    },
    {
      title: 'Repairs and warranty',
      content: `# Warranty
All products have a warranty of two years from the date of purchase.

# Repairs
Broken zips, buckles and tent poles are repaired free of charge during the warranty. A repair takes about ten days.

# Repair costs after the warranty
After the warranty, a new zip costs €29 and a new tent pole section costs €12.`,
    },
    {
      title: 'Stores and opening hours',
      content: `# Harbour store
The store at the harbour is open from Monday to Saturday between 10:00 and 19:00.

# Mill Lane store
The store in Mill Lane is open from Tuesday to Saturday between 10:00 and 18:00. It has the boot fitting service.

# Click and collect
Orders for collection are ready after two hours if the item is in stock at the store.`,
    },
    {
      title: 'Invoices and VAT',
      content: `# Invoices
The invoice of each order is in your account under "Orders" as a PDF.

# Company invoices
For an invoice with a company name and VAT number, enter both at checkout. We can correct an invoice within 14 days of the order.`,
    },
    {
      title: 'Backpacks',
      content: `# Trail 38
The Trail 38 backpack holds 38 liters and weighs 1.2 kg. It counts as hand luggage on most airlines when it is not filled to the top.

# Adjusting the back length
Loosen the straps, put the backpack on, and tighten the hip belt first.`,
    },
    {
      title: 'Rückgabe und Umtausch',
      content: `# Rückgabe
Du kannst unbenutzte Artikel innerhalb von 30 Tagen nach der Lieferung zurückgeben. Die Rückgabe ist kostenlos.

# Erstattung
Die Erstattung erfolgt innerhalb von 5 Werktagen, nachdem das Paket bei uns angekommen ist.`,
    },
    {
      title: 'Retours et remboursements',
      content: `# Retours
Vous pouvez retourner un article non utilisé dans les 30 jours suivant la livraison. Le retour est gratuit.

# Remboursements
Le remboursement est effectué sous 5 jours ouvrables après la réception du colis.`,
    },
    {
      title: 'Cambios y devoluciones',
      content: `# Devoluciones
Puedes devolver un artículo sin usar en los 30 días siguientes a la entrega. La devolución es gratuita.

# Reembolsos
El reembolso se realiza en 5 días laborables después de recibir el paquete.`,
    },
  ],
}
