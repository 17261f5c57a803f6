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

test('retries the same message with a growing delay', async () => {
  const { outbox, attempts, waits } = scripted(['slower', 'slower', 'sent'])
  await outbox.run()
  expect(attempts).toEqual(['a', 'a', 'a', 'b'])
  expect(waits).toEqual([1000, 2000])
})

test('retries without limit while the server is busy', async () => {
  const { outbox, attempts, left } = scripted(Array<Delivery>(40).fill('slower'))
  await outbox.run()
  expect(attempts).toHaveLength(42)
  expect(left()).toEqual([])
})

test('pauses when held and continues with the same message', async () => {
  const { outbox, attempts } = scripted(['held'])
  await outbox.run()
  expect(attempts).toEqual(['a'])
  await outbox.run()
  expect(attempts).toEqual(['a', 'a', 'b'])
})

test('sends the next message after a refused one', async () => {
  const { outbox, attempts, left } = scripted(['refused'])
  await outbox.run()
  expect(attempts).toEqual(['a', 'b'])
  expect(left().map((one) => one.clientId)).toEqual(['a'])
})

test('gives up a message that fails repeatedly', async () => {
  const { outbox, left } = scripted(Array<Delivery>(6).fill('later'))
  await outbox.run()
  expect(left()).toMatchObject([{ clientId: 'a', refusal: 'Gave up' }])
})

test('runs once for concurrent calls', async () => {
  const { outbox, attempts } = scripted([])
  await Promise.all([outbox.run(), outbox.run()])
  expect(attempts).toEqual(['a', 'b'])
})
