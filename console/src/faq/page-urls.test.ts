import { faqLimits, faqSentences } from '@aichat/contracts/ai/faq'
import { expect, test } from 'vitest'
import { parsePageUrls, validatePageUrls } from './page-urls.ts'

test('splits on newlines, commas and spaces', () => {
  const text = ' https://a.com/1\nhttps://a.com/2,https://a.com/3, https://a.com/4\t https://a.com/5\r\n'
  expect(parsePageUrls(text)).toEqual([1, 2, 3, 4, 5].map((number) => `https://a.com/${number}`))
})

test('removes duplicates', () => {
  expect(parsePageUrls('https://a.com https://a.com')).toEqual(['https://a.com'])
})

test('requires at least one page', () => {
  expect(parsePageUrls(' ,\n , ')).toEqual([])
  expect(validatePageUrls([])).toBe(faqSentences.noPages)
})

test('rejects incomplete URLs and too many pages', () => {
  expect(validatePageUrls(['https://a.com'])).toBeNull()
  expect(validatePageUrls(['a.com/help'])).toBe(faqSentences.badPage)
  const many = Array.from({ length: faqLimits.pages + 1 }, (_, index) => `https://a.com/${index}`)
  expect(validatePageUrls(many)).toMatch(/up to 10 pages/)
})
