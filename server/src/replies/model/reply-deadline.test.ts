import { expect, test } from 'vitest'
import { createFakeTimers } from '../../../test/kit/fake-timers.ts'
import { createReplyDeadline } from './reply-deadline.ts'

function open() {
  const timers = createFakeTimers()
  const deadline = createReplyDeadline(timers)
  const advance = (seconds: number) => {
    for (let count = 0; count < seconds; count++) timers.advance(1000)
  }
  return { ...deadline, advance, isOver: () => deadline.signal.aborted }
}

test('a model that shows nothing has 12 s, also when it sends something', () => {
  const { touch, advance, isOver } = open()
  for (let second = 1; second < 12; second++) {
    advance(1)
    touch()
  }
  expect(isOver()).toBe(false)
  advance(1)
  expect(isOver()).toBe(true)
})

test('an answer that is being shown may go on, but not pause', () => {
  const { touch, setShown, advance, isOver } = open()
  setShown('You have 30 days.')
  for (let second = 0; second < 30; second++) {
    advance(1)
    touch()
  }
  expect(isOver()).toBe(false)
  advance(6)
  expect(isOver()).toBe(true)
})

test('an answer that was taken back counts as nothing shown', () => {
  const { setShown, touch, advance, isOver } = open()
  setShown('You have 30 days.')
  setShown('')
  advance(11)
  touch()
  advance(1)
  expect(isOver()).toBe(true)
})

test('an answer that is over is not aborted', () => {
  const { clear, advance, isOver } = open()
  advance(10)
  clear()
  advance(60)
  expect(isOver()).toBe(false)
})
