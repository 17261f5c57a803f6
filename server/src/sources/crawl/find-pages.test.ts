import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { parseRetryAfter } from './fetch-url.ts'
import { createLinkFilter } from './link-filter.ts'
import { matchesPattern } from './match-pattern.ts'
import { normalizeUrl } from './normalize-url.ts'
import { readSitePage } from './read-site-page.ts'
import { readSitemap } from './read-sitemap.ts'
import { readRobotsRules } from './robots-rules.ts'
import { createSiteScope } from './site-scope.ts'

test.each([
  ['HTTPS://Acme.com:443/Help#top', 'https://acme.com/Help'],
  ['https://acme.com/a?utm_source=x&b=2&a=1&gclid=9', 'https://acme.com/a?a=1&b=2'],
  ['https://acme.com/a;jsessionid=8F2A?PHPSESSID=4&page=2', 'https://acme.com/a?page=2'],
  ['https://acme.com//a///b', 'https://acme.com/a/b'],
  ['https://acme.com/a?', 'https://acme.com/a'],
  ['../b', 'https://acme.com/b'],
  ['mailto:x@acme.com', null],
  ['javascript:alert(1)', null],
  ['https://user:secret@acme.com/', null],
  ['http://[', null],
  [`https://acme.com/${'a'.repeat(2000)}`, null],
])('the address %s is normalized to %s', (address, expected) => {
  expect(normalizeUrl(address, 'https://acme.com/help/')).toBe(expected)
})

test.each([
  ['/help/*', '/help/a/b', true],
  ['/help/*', '/help', false],
  ['*/print/*', '/help/print/1', true],
  ['/help', '/help', true],
  ['/help', '/helping', false],
  ['/a*b*c', '/a1b2c', true],
  ['/a*b*c', '/acb', false],
  ['*', '', true],
  ['/a*a', '/a', false],
])('the pattern %s on %s: %s', (pattern, path, expected) => {
  expect(matchesPattern(pattern, path)).toBe(expected)
})

test('a pattern takes no exponential time', () => {
  expect(matchesPattern('*a'.repeat(99), 'a'.repeat(98))).toBe(false)
})

test('a website is its host with and without www., below the path, without files', () => {
  const scope = createSiteScope({ url: 'https://www.acme.com/help', include: [], exclude: ['*/old/*'] })
  const included = [
    'https://acme.com/help',
    'http://www.acme.com/help/a',
    'https://acme.com/help/guide.pdf',
  ].map(scope.includes)
  expect(included).toEqual([true, true, true])
  const left = [
    'https://acme.com/helping',
    'https://acme.com/',
    'https://shop.acme.com/help/a',
    'https://acme.com:8443/help/a',
    'https://acme.com.evil.example/help/a',
    'https://acme.com/help/old/a',
    'https://acme.com/help/a.png',
  ].map(scope.includes)
  expect(left.filter(Boolean)).toEqual([])
})

test('a first page with and without a slash at its end is the same place', () => {
  for (const url of ['https://acme.com/help', 'https://acme.com/help/']) {
    const scope = createSiteScope({ url, include: [], exclude: [] })
    const paths = ['/help', '/help/', '/help/a', '/helping', '/']
    expect(paths.map((path) => scope.includes(`https://acme.com${path}`))).toEqual([
      true,
      true,
      true,
      false,
      false,
    ])
  }
  expect(
    createSiteScope({ url: 'https://acme.com', include: [], exclude: [] }).includes('https://acme.com/'),
  ).toBe(true)
})

test('links into endless pages are followed for a while only', () => {
  const { accepts } = createLinkFilter()
  const count = (urls: string[]) => urls.filter(accepts).length
  const many = Array.from({ length: 200 }, (_, index) => index)
  expect(count(many.map((index) => `https://acme.com/events/${1900 + index}/01`))).toBe(40)
  expect(count(many.map((index) => `https://acme.com/shop?color=${index}`))).toBe(20)
  expect(count(many.map((index) => `https://acme.com/articles/${index}`))).toBe(200)
  expect(accepts('https://acme.com/a/b/a/b/a/b/a/b')).toBe(false)
  expect(accepts('https://acme.com/x?a=1&b=2&c=3&d=4&e=5')).toBe(false)
})

describe('a page', () => {
  const read = (head: string, body = '<p>Text of a page about boats.</p>', robotsTag = '') =>
    readSitePage({
      url: 'https://acme.com/help/a',
      type: 'text/html',
      text: `<html lang="en_US"><head>${head}</head><body>${body}</body></html>`,
      robotsTag,
    })

  test('names its links, its original, its languages and its rules', async () => {
    const page = await read(
      '<base href="/docs/"><link rel="canonical" href="a"><link rel="alternate" hreflang="de" href="/de/a">',
      '<a href="b#x">B</a><a rel="nofollow" href="c">C</a><a href="http://[">D</a><p>Text.</p>',
    )
    expect(page).toMatchObject({
      links: ['https://acme.com/docs/b#x'],
      canonical: 'https://acme.com/docs/a',
      alternates: [{ url: 'https://acme.com/de/a', language: 'de' }],
      language: 'en-US',
      isNoindex: false,
    })
  })

  test.each([
    ['<meta name="ROBOTS" content="NOINDEX, follow">', '', [true, 1]],
    ['<meta name="robots" content="none">', '', [true, 0]],
    ['<meta name="aichatplatform" content="nofollow">', '', [false, 0]],
    ['<meta name="googlebot" content="noindex">', '', [false, 1]],
    ['', 'noindex', [true, 1]],
    ['', 'otherbot: noindex, nofollow', [false, 1]],
  ])('with %s and the header %j', async (head, header, expected) => {
    const page = await read(head, '<a href="b">B</a><p>Text.</p>', header)
    expect([page.isNoindex, page.links.length]).toEqual(expected)
  })

  test('a header names rules for several robots', () => {
    expect([...readRobotsRules('otherbot: noindex, AIChatPlatform: nofollow')]).toEqual(['nofollow'])
    expect([...readRobotsRules('max-snippet: 10, noindex')]).toContain('noindex')
  })
})

describe('a sitemap', () => {
  const bytes = (text: string) => new Uint8Array(Buffer.from(text))

  test('is an index, a list of pages with languages, or plain text, compressed or not', () => {
    const index = '<sitemapindex><sitemap><loc>https://acme.com/1.xml</loc></sitemap></sitemapindex>'
    expect(readSitemap(bytes(index)).sitemaps).toEqual(['https://acme.com/1.xml'])
    const urls =
      '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "b">]><urlset><url><loc> https://acme.com/a?b=1&amp;c=2 </loc><image:image><image:loc>https://acme.com/i.png</image:loc></image:image><xhtml:link rel="alternate" hreflang="de" href="https://acme.com/de"/></url></urlset>'
    const pages = [
      { url: 'https://acme.com/de', language: 'de' },
      { url: 'https://acme.com/a?b=1&c=2', language: null },
    ]
    expect(readSitemap(bytes(urls)).pages).toEqual(pages)
    expect(readSitemap(new Uint8Array(gzipSync(urls))).pages).toEqual(pages)
    expect(readSitemap(bytes('https://acme.com/a\nnothing\n')).pages).toEqual([
      { url: 'https://acme.com/a', language: null },
    ])
  })

  test('that unpacks to more than 50 MB is refused', () => {
    expect(() => readSitemap(new Uint8Array(gzipSync(Buffer.alloc(60_000_000))))).toThrow()
  })
})

test('Retry-After is a number of seconds or a date', () => {
  const now = Date.parse('2026-01-01T00:00:00Z')
  expect(parseRetryAfter('120', now)).toBe(120)
  expect(parseRetryAfter('Thu, 01 Jan 2026 00:00:30 GMT', now)).toBe(30)
  expect(parseRetryAfter('soon', now)).toBeNull()
})
