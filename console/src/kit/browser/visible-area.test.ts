// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { followVisibleArea } from './visible-area.ts'

afterEach(() => vi.unstubAllGlobals())

function openPage() {
  const viewport = Object.assign(new EventTarget(), { height: 667, offsetTop: 0, scale: 1 })
  vi.stubGlobal('visualViewport', viewport)
  vi.stubGlobal('innerHeight', 667)
  const element = document.createElement('div')
  const stop = followVisibleArea(element)
  const change = (values: Partial<{ height: number; offsetTop: number; scale: number }>) => {
    Object.assign(viewport, values)
    viewport.dispatchEvent(new Event('resize'))
  }
  const area = () => [
    element.style.getPropertyValue('--visible-height'),
    element.style.getPropertyValue('--visible-top'),
  ]
  return { change, area, stop }
}

test('follows the keyboard until it closes', () => {
  const { change, area, stop } = openPage()
  expect(area()).toEqual(['', ''])
  change({ height: 377, offsetTop: 120 })
  expect(area()).toEqual(['377px', '120px'])
  change({ height: 667, offsetTop: 0 })
  expect(area()).toEqual(['', ''])
  stop()
  change({ height: 377 })
  expect(area()).toEqual(['', ''])
})

test("ignores zoom and the browser's toolbar", () => {
  const { change, area } = openPage()
  change({ height: 333, scale: 2 })
  expect(area()).toEqual(['', ''])
  change({ height: 610, scale: 1 })
  expect(area()).toEqual(['', ''])
})
