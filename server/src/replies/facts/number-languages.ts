export type Language = 'en' | 'de' | 'es' | 'fr' | 'it' | 'pt' | 'nl'

export type NumberLanguage = {
  /** The value of each word, without accents. */
  words: Map<string, number>
  connectors: Set<string>
  /** Numbers are written as one word, such as "zweihundertfünf". */
  isCompounding: boolean
  /** The unit comes before the ten: "fünfundvierzig". */
  isUnitFirst: boolean
  /** Tens may be multiples of twenty, with ten to nineteen added: "quatre-vingt-dix". */
  hasScores: boolean
  maxLength: number
}

type Data = {
  /** Zero to the last number that has a word of its own. */
  first: string
  tens: string
  more: Record<string, number>
  connectors: string
} & Partial<Pick<NumberLanguage, 'isCompounding' | 'isUnitFirst' | 'hasScores'>>

const data: Record<Language, Data> = {
  en: {
    first:
      'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen',
    tens: 'twenty thirty forty fifty sixty seventy eighty ninety',
    more: { hundred: 100, thousand: 1000, million: 1e6 },
    connectors: 'and',
  },
  de: {
    first:
      'null eins zwei drei vier funf sechs sieben acht neun zehn elf zwolf dreizehn vierzehn funfzehn sechzehn siebzehn achtzehn neunzehn',
    tens: 'zwanzig dreissig vierzig funfzig sechzig siebzig achtzig neunzig',
    more: {
      ein: 1,
      eine: 1,
      einem: 1,
      einen: 1,
      einer: 1,
      zwo: 2,
      anderthalb: 1.5,
      eineinhalb: 1.5,
      zweieinhalb: 2.5,
      dreieinhalb: 3.5,
      viereinhalb: 4.5,
      hundert: 100,
      tausend: 1000,
      million: 1e6,
      millionen: 1e6,
    },
    connectors: 'und',
    isCompounding: true,
    isUnitFirst: true,
  },
  es: {
    first:
      'cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciseis diecisiete dieciocho diecinueve veinte veintiuno veintidos veintitres veinticuatro veinticinco veintiseis veintisiete veintiocho veintinueve',
    tens: 'veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa',
    more: {
      un: 1,
      una: 1,
      veintiun: 21,
      veintiuna: 21,
      cien: 100,
      ciento: 100,
      doscientos: 200,
      doscientas: 200,
      trescientos: 300,
      trescientas: 300,
      cuatrocientos: 400,
      cuatrocientas: 400,
      quinientos: 500,
      quinientas: 500,
      seiscientos: 600,
      seiscientas: 600,
      setecientos: 700,
      setecientas: 700,
      ochocientos: 800,
      ochocientas: 800,
      novecientos: 900,
      novecientas: 900,
      mil: 1000,
      millon: 1e6,
      millones: 1e6,
    },
    connectors: 'y',
  },
  fr: {
    first:
      'zero un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept dix-huit dix-neuf',
    tens: 'vingt trente quarante cinquante soixante septante huitante nonante',
    more: {
      une: 1,
      vingts: 20,
      octante: 80,
      cent: 100,
      cents: 100,
      mille: 1000,
      million: 1e6,
      millions: 1e6,
    },
    connectors: 'et',
    hasScores: true,
  },
  it: {
    first:
      'zero uno due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici sedici diciassette diciotto diciannove',
    tens: 'venti trenta quaranta cinquanta sessanta settanta ottanta novanta',
    more: {
      un: 1,
      una: 1,
      vent: 20,
      trent: 30,
      quarant: 40,
      cinquant: 50,
      sessant: 60,
      settant: 70,
      ottant: 80,
      novant: 90,
      cento: 100,
      cent: 100,
      mille: 1000,
      mila: 1000,
      milione: 1e6,
      milioni: 1e6,
    },
    connectors: 'e',
    isCompounding: true,
  },
  pt: {
    first:
      'zero um dois tres quatro cinco seis sete oito nove dez onze doze treze catorze quinze dezesseis dezessete dezoito dezenove',
    tens: 'vinte trinta quarenta cinquenta sessenta setenta oitenta noventa',
    more: {
      uma: 1,
      duas: 2,
      quatorze: 14,
      dezasseis: 16,
      dezassete: 17,
      dezanove: 19,
      cem: 100,
      cento: 100,
      duzentos: 200,
      duzentas: 200,
      trezentos: 300,
      trezentas: 300,
      quatrocentos: 400,
      quatrocentas: 400,
      quinhentos: 500,
      quinhentas: 500,
      seiscentos: 600,
      seiscentas: 600,
      setecentos: 700,
      setecentas: 700,
      oitocentos: 800,
      oitocentas: 800,
      novecentos: 900,
      novecentas: 900,
      mil: 1000,
      milhao: 1e6,
      milhoes: 1e6,
    },
    connectors: 'e',
  },
  nl: {
    first:
      'nul een twee drie vier vijf zes zeven acht negen tien elf twaalf dertien veertien vijftien zestien zeventien achttien negentien',
    tens: 'twintig dertig veertig vijftig zestig zeventig tachtig negentig',
    more: {
      anderhalf: 1.5,
      anderhalve: 1.5,
      tweeenhalf: 2.5,
      drieenhalf: 3.5,
      honderd: 100,
      duizend: 1000,
      miljoen: 1e6,
    },
    connectors: 'en',
    isCompounding: true,
    isUnitFirst: true,
  },
}

export const numberLanguages = new Map(
  (Object.entries(data) as [Language, Data][]).map(([language, one]) => [language, toLanguage(one)]),
)

function toLanguage({ first, tens, more, connectors, ...traits }: Data): NumberLanguage {
  const words = new Map<string, number>(Object.entries(more))
  for (const [value, word] of first.split(' ').entries()) words.set(word, value)
  for (const [index, word] of tens.split(' ').entries()) words.set(word, (index + 2) * 10)
  return {
    isCompounding: false,
    isUnitFirst: false,
    hasScores: false,
    ...traits,
    words,
    connectors: new Set(connectors.split(' ')),
    maxLength: Math.max(...[...words.keys()].map((word) => word.length)),
  }
}
