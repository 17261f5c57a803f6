declare module 'word-extractor' {
  type Document = { getBody(): string; getFootnotes(): string; getTextboxes(): string }
  class WordExtractor {
    extract(source: Buffer): Promise<Document>
  }
  export = WordExtractor
}
