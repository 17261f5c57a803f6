// @vitest-environment happy-dom

import { beforeEach, expect, test, vi } from 'vitest'
import { dismissToast, runToastAction, toast, toasts } from './toasts.ts'

const texts = () => toasts.get().map(({ text }) => text)

beforeEach(() => {
  for (const { id } of toasts.get()) dismissToast(id)
})

test('a toast replaces the one before, which ends', () => {
  const onEnd = vi.fn()
  toast('Labels saved', { onEnd })
  expect(onEnd).not.toHaveBeenCalled()
  toast('Conversation closed')
  expect(texts()).toEqual(['Conversation closed'])
  expect(onEnd).toHaveBeenCalledOnce()
})

test('an error comes back after the toast that replaced it, until it is dismissed', () => {
  const error = toast('Failed to export', { tone: 'bad' })
  const closed = toast('Conversation closed')
  expect(texts()).toEqual(['Failed to export', 'Conversation closed'])
  dismissToast(closed)
  expect(texts()).toEqual(['Failed to export'])
  dismissToast(error)
  expect(texts()).toEqual([])
})

test('of many errors, the latest stay', () => {
  for (let index = 1; index <= 6; index += 1) toast(`Error ${index}`, { tone: 'bad' })
  expect(texts()).toEqual(['Error 4', 'Error 5', 'Error 6'])
})

test('a toast whose action was chosen does not end', () => {
  const onEnd = vi.fn()
  const onPress = vi.fn()
  toast('FAQ deleted', { action: { label: 'Undo', onPress }, onEnd })
  runToastAction(toasts.get()[0]!)
  expect([onPress.mock.calls.length, onEnd.mock.calls.length, texts()]).toEqual([1, 0, []])
})
