import { expect, test } from 'vitest'
import { emptyLog, enqueue, type Log, nextToSend, setRefusal } from './log.ts'
import { createOutbox, type Delivery } from './outbox.ts'

function scripted(script: Delivery[]) {
  let log: Log = enqueue(enqueue(emptyLog, 'a', 'first'), 'b', 'second')
  const attempts: string[] = []
  const waits: number[] = []
  const outbox = createOutbox(
    () => nextToSend(log),
    async ({ clientId }) => {
      attempts.push(clientId)
      const delivery = script.shift() ?? 'sent'
      if (delivery === 'sent')
        log = { ...log, pending: log.pending.filter((one) => one.clientId !== clientId) }
      if (delivery === 'refused') log = setRefusal(log, clientId, 'No')
      return delivery
    },
    ({ clientId }) => {
      log = setRefusal(log, clientId, 'Gave up')
    },
    async (milliseconds) => {
      waits.push(milliseconds)
    },
  )
  return { outbox, attempts, waits, left: () => log.pending }
}

test('sends in order', async () => {
  const { outbox, attempts, left } = scripted([])
  await outbox.run()
  expect(attempts).toEqual(['a', 'b'])
  expect(left()).toEqual([])
})

test('slows down and repeats the same one', async () => {
  const { outbox, attempts, waits } = scripted(['slower', 'slower', 'sent'])
  await outbox.run()
  expect(attempts).toEqual(['a', 'a', 'a', 'b'])
  expect(waits).toEqual([1000, 2000])
})

test('is slowed for as long as it takes, and loses nothing', async () => {
  const { outbox, attempts, left } = scripted(Array<Delivery>(40).fill('slower'))
  await outbox.run()
  expect(attempts).toHaveLength(42)
  expect(left()).toEqual([])
})

test('stops when held and goes on where it was', async () => {
  const { outbox, attempts } = scripted(['held'])
  await outbox.run()
  expect(attempts).toEqual(['a'])
  await outbox.run()
  expect(attempts).toEqual(['a', 'a', 'b'])
})

test('a refused one does not hold up the next', async () => {
  const { outbox, attempts, left } = scripted(['refused'])
  await outbox.run()
  expect(attempts).toEqual(['a', 'b'])
  expect(left().map((one) => one.clientId)).toEqual(['a'])
})

test('one that never gets through is given up, not repeated for ever', async () => {
  const { outbox, left } = scripted(Array<Delivery>(6).fill('later'))
  await outbox.run()
  expect(left()).toMatchObject([{ clientId: 'a', refusal: 'Gave up' }])
})

test('two runs at once are one', async () => {
  const { outbox, attempts } = scripted([])
  await Promise.all([outbox.run(), outbox.run()])
  expect(attempts).toEqual(['a', 'b'])
})
